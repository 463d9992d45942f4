import { updateSubscription } from '@hearth/contract';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useConfig } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';

/** Saves the settings, and once saved goes back to the overview after a moment. */
export function useUpdateSubscription() {
  const api = useApi();
  const navigate = useNavigate();
  const { shortMs } = useConfig().redirectDelays;
  const { subscription, replace } = useCurrentSubscription();
  const [outcome, setOutcome] = useState<'saved' | 'failed'>();
  const overview = paths.subscription(subscription.id);

  useEffect(() => {
    if (outcome !== 'saved') {
      return;
    }
    const timer = setTimeout(() => void navigate(overview), shortMs);
    return () => clearTimeout(timer);
  }, [outcome, navigate, overview, shortMs]);

  async function save(name: string) {
    setOutcome(undefined);
    try {
      const subscriptionId = subscription.id;
      replace(await api.call(updateSubscription, { subscriptionId, settings: { name } }));
      setOutcome('saved');
    } catch {
      setOutcome('failed');
    }
  }

  return { outcome, save };
}

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { subscriptionsKey } from '../../../shared/current-subscription/index.ts';
import { paths } from '../../../shared/paths.ts';
import { useAccount } from '../../../shared/session/index.ts';

/** Where a new subscription gets its name, once it is bought. */
export function useGoToSettings(): (subscriptionId: string) => Promise<void> {
  const { uid } = useAccount();
  const navigate = useNavigate();
  const queries = useQueryClient();

  return async (subscriptionId) => {
    void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
    await navigate(paths.subscriptionSettings(subscriptionId));
  };
}

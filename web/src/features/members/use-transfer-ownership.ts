import { type SubscriptionUser, transferSubscriptionOwnership } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import {
  subscriptionKey,
  subscriptionUsersKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { useRecentSignIn } from '../../shared/ui/use-recent-sign-in.tsx';
import { useAfterPage } from '../../shared/use-after-page.ts';
import { useGoBack } from '../../shared/use-go-back.ts';

/** Gives the subscription away, with the password where it is asked for, and goes back one page. */
export function useTransferOwnership() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { subscription, replace } = useCurrentSubscription();
  const { run, dialog } = useRecentSignIn();
  const goBack = useGoBack(paths.subscriptionSettings(subscription.id));
  const afterPage = useAfterPage();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  async function transfer({ id: newOwnerId, display_name, email }: SubscriptionUser) {
    const subscriptionId = subscription.id;
    setBusy(true);
    setError(undefined);
    try {
      await run(() => api.call(transferSubscriptionOwnership, { subscriptionId, newOwnerId }));
      tell(display_name || email);
      afterPage(() => showOwner(newOwnerId));
      goBack();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  }

  function tell(name: string) {
    const project = subscription.settings.name || t('subscription.untitled');
    notify.success(t('ownership.transferred', { name, project }));
  }

  function showOwner(owner_id: string) {
    const { owner_name: _, ...others } = subscription;
    replace({ ...others, owner_id });
    // A read that began before the transfer would bring the old owner back.
    void queries.invalidateQueries({ queryKey: subscriptionKey(uid, subscription.id) });
    void queries.invalidateQueries({ queryKey: subscriptionUsersKey(uid, subscription.id) });
  }

  return { busy, error, transfer, dialog };
}

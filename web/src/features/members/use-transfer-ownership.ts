import { type SubscriptionUser, transferSubscriptionOwnership } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import {
  subscriptionKey,
  subscriptionUsersKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { useRecentSignIn } from '../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { useAccount } from '../../shared/session/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { useAfterPage } from '../../shared/use-after-page.ts';
import { useGoBack } from '../../shared/use-go-back.ts';

/** Gives the subscription away, with the password where it is asked for, and goes back one page. */
export function useTransferOwnership() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { subscription, replace } = useCurrentSubscription();
  const { run: withRecentSignIn, dialog } = useRecentSignIn();
  const goBack = useGoBack(paths.subscriptionSettings(subscription.id));
  const afterPage = useAfterPage();
  const { busy, error, run } = useChange();

  const transfer = ({ id: newOwnerId, display_name, email }: SubscriptionUser) =>
    run(async () => {
      const input = { subscriptionId: subscription.id, newOwnerId };
      await withRecentSignIn(() => api.call(transferSubscriptionOwnership, input));
      tell(display_name || email);
      afterPage(() => showOwner(newOwnerId));
      goBack();
      return 'leaving';
    });

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

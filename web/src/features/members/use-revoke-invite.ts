import { revokeInvite, type SubscriptionUser } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { inviteIdOf } from './invite-link.ts';
import { useUsersChange } from './use-users-change.ts';

/** Takes a pending invite back. */
export function useRevokeInvite(user: SubscriptionUser, onDone: () => void) {
  const { t } = useTranslation();
  const api = useApi();
  const { subscription } = useCurrentSubscription();
  const { busy, error, change, refresh } = useUsersChange();

  const revoke = () =>
    change(
      () => api.call(revokeInvite, { inviteId: inviteIdOf(user), subscriptionId: subscription.id }),
      () => {
        notify.success(t('invites.revoked', { email: user.email }));
        onDone();
        void refresh();
      },
    );
  return { busy, error, revoke };
}

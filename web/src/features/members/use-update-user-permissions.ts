import { type SubscriptionUser, updateUserPermissions } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { useUserName } from './use-user-name.ts';
import { useUsersChange } from './use-users-change.ts';

/** Replaces what a member may do. Whoever takes the users page from themselves is led away by the guard. */
export function useUpdateUserPermissions(user: SubscriptionUser, onDone: () => void) {
  const { t } = useTranslation();
  const api = useApi();
  const userName = useUserName();
  const { subscription } = useCurrentSubscription();
  const { busy, error, change, refresh } = useUsersChange();

  function save(permissions: readonly string[]) {
    const input = { userId: user.id, subscriptionId: subscription.id };
    return change(
      () => api.call(updateUserPermissions, { ...input, permissions: [...permissions] }),
      () => {
        notify.success(t('users.permissionsUpdated', { name: userName(user) }));
        onDone();
        void refresh();
      },
    );
  }

  return { busy, error, save };
}

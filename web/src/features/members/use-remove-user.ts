import { removeUser, type SubscriptionUser } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import {
  subscriptionKey,
  subscriptionsKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { useUserName } from './use-user-name.ts';
import { useUsersChange } from './use-users-change.ts';

/** Removes a member; oneself too, and then goes to the dashboard. */
export function useRemoveUser(user: SubscriptionUser, onDone: () => void) {
  const { t } = useTranslation();
  const api = useApi();
  const userName = useUserName();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const { busy, error, change, refresh } = useUsersChange();
  const goHome = useGoHome();

  function handleRemoved() {
    if (user.id === uid) {
      const project = subscription.settings.name || t('subscription.untitled');
      notify.success(t('users.left', { project }));
      goHome();
    } else {
      notify.success(t('users.removed', { name: userName(user) }));
      onDone();
      void refresh();
    }
  }

  const remove = () =>
    change(
      () => api.call(removeUser, { userId: user.id, subscriptionId: subscription.id }),
      handleRemoved,
    );
  return { busy, error, remove };
}

/** Leaves a subscription that may not be read any more, so nothing here is fetched again. */
function useGoHome() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { uid } = useAccount();
  const { id } = useCurrentSubscription().subscription;

  return () => {
    const queryKey = subscriptionKey(uid, id);
    void queries.invalidateQueries({ queryKey, refetchType: 'none' });
    void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
    void navigate(paths.dashboard);
  };
}

import { removeUser, revokeInvite, type SubscriptionUser } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import {
  subscriptionKey,
  subscriptionsKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { EditPermissionsDialog } from './edit-permissions-dialog.tsx';
import { inviteIdOf } from './pending-invite.ts';
import { useOpenInvitesText, useUserName } from './use-user-words.ts';
import { useUsersChange } from './use-users-change.ts';
import type { UserQuestion } from './user-actions.tsx';

interface UsersDialogProps {
  readonly question: UserQuestion;
  readonly user: SubscriptionUser;
  readonly onClose: () => void;
}

/** The question that is being asked about a user. */
export function UsersDialog({ question, user, onClose }: UsersDialogProps) {
  switch (question) {
    case 'edit':
      return <EditPermissionsDialog user={user} onClose={onClose} />;
    case 'remove':
      return <RemoveUserDialog user={user} onClose={onClose} />;
    case 'revoke':
      return <RevokeInviteDialog user={user} onClose={onClose} />;
  }
}

interface RemoveUserDialogProps {
  readonly user: SubscriptionUser;
  readonly onClose: () => void;
}

/** Asks before a member is removed, or leaves. */
function RemoveUserDialog({ user, onClose }: RemoveUserDialogProps) {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const userName = useUserName();
  const { settings } = useCurrentSubscription().subscription;
  const { busy, error, remove } = useRemoveUser(user, onClose);
  const project = settings.name || t('subscription.untitled');
  const isSelf = user.id === uid;
  const openInvites = useOpenInvitesText()(user);

  return (
    <ConfirmDialog
      title={
        isSelf
          ? t('users.leaveTitle', { project })
          : t('users.removeTitle', { name: userName(user), project })
      }
      confirm={isSelf ? t('users.leave') : t('users.remove')}
      busy={busy}
      problemTitle={t('users.removeError')}
      problem={error === undefined ? undefined : toText(error, t)}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {isSelf ? t('users.leaveText') : t('users.removeText')}
      {openInvites && <span className="mt-2 block">{openInvites}</span>}
    </ConfirmDialog>
  );
}

/** Removes a member; oneself too, and then goes to the dashboard. */
function useRemoveUser(user: SubscriptionUser, onDone: () => void) {
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

interface RevokeInviteDialogProps {
  readonly user: SubscriptionUser;
  readonly onClose: () => void;
}

/** Asks before a pending invite is taken back. */
function RevokeInviteDialog({ user, onClose }: RevokeInviteDialogProps) {
  const { t } = useTranslation();
  const { busy, error, revoke } = useRevokeInvite(user, onClose);

  return (
    <ConfirmDialog
      title={t('invites.revokeTitle', { email: user.email })}
      confirm={t('invites.revoke')}
      busy={busy}
      problemTitle={t('invites.revokeError')}
      problem={error === undefined ? undefined : toText(error, t)}
      onConfirm={() => void revoke()}
      onCancel={onClose}
    >
      {t('invites.revokeText')}
    </ConfirmDialog>
  );
}

/** Takes a pending invite back. */
function useRevokeInvite(user: SubscriptionUser, onDone: () => void) {
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

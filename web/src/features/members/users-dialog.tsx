import { isolate, type SubscriptionUser } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  subscriptionKey,
  subscriptionsKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { useProjectName } from '../../shared/current-subscription/use-project-name.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { useUndo } from '../../shared/undo/use-undo.ts';
import { EditPermissionsDialog } from './edit-permissions-dialog.tsx';
import { useEndings } from './use-user-actions.ts';
import { useOpenInvitesText, useUserName } from './use-user-words.ts';
import { useUsersChange } from './use-users-change.ts';
import type { UserQuestion } from './user-actions.tsx';

interface UsersDialogProps {
  readonly question: UserQuestion;
  readonly user: SubscriptionUser;
  /** Offered in place of those that the person holds. */
  readonly permissions: readonly string[] | undefined;
  readonly onClose: () => void;
}

/** The question that is being asked about a user. */
export function UsersDialog({ question, user, permissions, onClose }: UsersDialogProps) {
  switch (question) {
    case 'edit':
      return <EditPermissionsDialog user={user} offered={permissions} onClose={onClose} />;
    case 'remove':
      return <RemoveUserDialog user={user} onClose={onClose} />;
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
  const { busy, error, remove } = useRemoveUser(user, onClose);
  const project = useProjectName();
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
      {isSelf ? t('users.leaveText') : t('users.removeText', { name: userName(user) })}
      {openInvites && <span className="mt-2 block">{openInvites}</span>}
    </ConfirmDialog>
  );
}

/** Removes a member; oneself too, and then goes to the dashboard. */
function useRemoveUser(user: SubscriptionUser, onDone: () => void) {
  const { t } = useTranslation();
  const { end, undo } = useEndings();
  const offerUndo = useUndo();
  const userName = useUserName();
  const { uid } = useAccount();
  const project = useProjectName();
  const { busy, error, change, refresh } = useUsersChange();
  const goHome = useGoHome();

  function handleRemoved() {
    if (user.id === uid) {
      notify.success(t('users.left', { project }));
      goHome();
    } else {
      const name = userName(user);
      const undone = t('users.restored', { name });
      offerUndo(t('users.removed', { name }), { undo: () => undo(user), undone, refresh });
      onDone();
      void refresh();
    }
  }

  const remove = () => change(() => end(user), handleRemoved);
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

interface RemoveManyDialogProps {
  readonly users: readonly SubscriptionUser[];
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before members are removed, and invitations revoked with them. Invitations alone are revoked without a question. */
export function RemoveManyDialog({ users, busy, onConfirm, onClose }: RemoveManyDialogProps) {
  const { t } = useTranslation();
  const project = useProjectName();
  const userName = useUserName();
  const members = users.filter(({ status }) => status === 'active');
  const names = members
    .map((user) => isolate(userName(user)))
    .join(t('subscription.role.separator'));
  const inviteCount = users.length - members.length;

  return (
    <ConfirmDialog
      title={t('users.removeManyTitle', { count: users.length, project })}
      confirm={t('users.removeMany')}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      {t('users.removeManyText', { names, count: members.length })}
      {inviteCount > 0 && (
        <span className="mt-2 block">{t('users.removeManyInvites', { count: inviteCount })}</span>
      )}
    </ConfirmDialog>
  );
}

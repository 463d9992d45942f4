import type { SubscriptionUser } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { useOpenInvitesText } from './use-open-invites-text.ts';
import { useRemoveUser } from './use-remove-user.ts';
import { useUserName } from './use-user-name.ts';

interface RemoveUserDialogProps {
  readonly user: SubscriptionUser;
  readonly onClose: () => void;
}

/** Asks before a member is removed, or leaves. */
export function RemoveUserDialog({ user, onClose }: RemoveUserDialogProps) {
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

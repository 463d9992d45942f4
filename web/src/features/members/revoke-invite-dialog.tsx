import type { SubscriptionUser } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { toText } from '../../shared/i18n/index.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { useRevokeInvite } from './use-revoke-invite.ts';

interface RevokeInviteDialogProps {
  readonly user: SubscriptionUser;
  readonly onClose: () => void;
}

/** Asks before a pending invite is taken back. */
export function RevokeInviteDialog({ user, onClose }: RevokeInviteDialogProps) {
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

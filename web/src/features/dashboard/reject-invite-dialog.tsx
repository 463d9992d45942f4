import type { Invite } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

interface RejectInviteDialogProps {
  readonly invite: Invite;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export function RejectInviteDialog({ invite, onConfirm, onCancel }: RejectInviteDialogProps) {
  const { t } = useTranslation();
  const project = invite.subscription_name || t('subscription.untitled');

  return (
    <ConfirmDialog
      title={t('dashboard.invites.rejectTitle', { project })}
      confirm={t('dashboard.invites.rejectConfirm')}
      busy={false}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {t('dashboard.invites.rejectText')}
    </ConfirmDialog>
  );
}

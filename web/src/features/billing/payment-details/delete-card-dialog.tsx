import type { PaymentMethod } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { useCardName } from './use-card-name.ts';
import { useDeletePaymentMethod } from './use-delete-payment-method.ts';

interface DeleteCardDialogProps {
  readonly method: PaymentMethod;
  readonly onClose: () => void;
}

/** Asks before a card is deleted. */
export function DeleteCardDialog({ method, onClose }: DeleteCardDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = useCardName()(method.card);
  const { busy, error, remove } = useDeletePaymentMethod(method, onClose);

  return (
    <ConfirmDialog
      title={t('payment.methods.deleteTitle', { card: name })}
      confirm={t('payment.methods.delete')}
      busy={busy}
      problemTitle={t('payment.methods.deleteCardError')}
      problem={error === undefined ? undefined : toServerText(error, t, language)}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {method.isDefault ? t('payment.methods.deleteDefaultText') : t('payment.methods.deleteText')}
    </ConfirmDialog>
  );
}

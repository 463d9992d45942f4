import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx';

interface ConfirmPaymentDialogProps {
  readonly onConfirm: () => void;
  readonly onRefuse: () => void;
}

/** The sandbox's bank. */
export function ConfirmPaymentDialog({ onConfirm, onRefuse }: ConfirmPaymentDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      role="alertdialog"
      title={t('payment.bank.title')}
      description={t('payment.bank.text')}
      onClose={onRefuse}
    >
      <DialogActions>
        <Button onClick={onRefuse}>{t('payment.bank.refuse')}</Button>
        <Button variant="primary" onClick={onConfirm}>
          {t('payment.bank.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

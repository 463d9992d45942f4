import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog, DialogActions } from '../../shared/ui/dialog.tsx';

interface UnsavedDialogProps {
  readonly texts: readonly string[];
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Names what would be lost; staying is the safe answer and has the focus. */
export function UnsavedDialog({ texts, onStay, onLeave }: UnsavedDialogProps) {
  const { t } = useTranslation();
  const [text = ''] = texts;
  const isOneText = texts.length === 1 && text.trim() !== '';
  return (
    <Dialog
      role="alertdialog"
      title={t('shell.unsaved.title')}
      description={isOneText ? t('shell.unsaved.text', { text }) : t('shell.unsaved.textMany')}
      onClose={onStay}
    >
      <DialogActions>
        <Button variant="primary" className="order-2" onClick={onStay}>
          {t('shell.unsaved.keep')}
        </Button>
        <Button variant="danger" onClick={onLeave}>
          {t('shell.unsaved.discard')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

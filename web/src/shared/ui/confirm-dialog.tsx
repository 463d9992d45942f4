import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface ConfirmDialogProps {
  /** Names the thing: "Remove Grace Hopper from Acme Analytics?" */
  readonly title: string;
  /** Says what will happen. */
  readonly children: ReactNode;
  readonly confirm: string;
  readonly busy: boolean;
  /** Title of a failure; the problem below it gives the reason. */
  readonly problemTitle?: string;
  readonly problem?: string | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before something that cannot be undone; Esc and the first Tab are the safe answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      role="alertdialog"
      title={props.title}
      description={props.children}
      onClose={props.onCancel}
    >
      {props.problem && (
        <Notice tone="bad" {...(props.problemTitle && { title: props.problemTitle })}>
          {props.problem}
        </Notice>
      )}
      <DialogActions>
        <Button onClick={props.onCancel}>{t('dialog.cancel')}</Button>
        <Button variant="danger" busy={props.busy} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

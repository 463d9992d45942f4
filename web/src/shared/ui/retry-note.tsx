import RotateCw from 'lucide-react/icons/rotate-cw';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface RetryNoteProps {
  readonly title?: string;
  readonly message: string;
  readonly busy?: boolean;
  readonly onRetry: () => void;
}

/** A part of the page that did not come: says so in its place and tries again there. */
export function RetryNote({ title, message, busy = false, onRetry }: RetryNoteProps) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="bad"
      {...(title && { title })}
      actions={
        <Button size="small" busy={busy} onClick={onRetry}>
          <RotateCw aria-hidden="true" className="size-4" />
          {t('layout.retry')}
        </Button>
      }
    >
      {message}
    </Notice>
  );
}

import RotateCw from 'lucide-react/icons/rotate-cw';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { useOneCause } from './one-cause.ts';

interface RetryNoteProps {
  readonly title?: string;
  readonly message: string;
  readonly busy?: boolean;
  readonly onRetry: () => void;
}

/** A part of the page that did not come: says so in its place and tries again there, or beside the first part that failed alike. */
export function RetryNote({ title, message, busy = false, onRetry }: RetryNoteProps) {
  const { t } = useTranslation();
  const { isFirst, retryAll } = useOneCause(message, onRetry);

  if (!isFirst) {
    return title && <p className="px-5 py-4 text-small text-ink-2">{title}</p>;
  }
  return (
    <Notice
      tone="bad"
      {...(title && { title })}
      actions={
        <Button size="small" busy={busy} onClick={retryAll}>
          <RotateCw aria-hidden="true" className="size-4" />
          {t('layout.retry')}
        </Button>
      }
    >
      {message}
    </Notice>
  );
}

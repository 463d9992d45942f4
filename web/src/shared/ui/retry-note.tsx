import RotateCw from 'lucide-react/icons/rotate-cw';
import { useRef } from 'react';
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

/** A part of the page that did not come: says so in its place and tries again there, or beside the topmost part that failed alike. */
export function RetryNote({ title, message, busy = false, onRetry }: RetryNoteProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const { isFirst, retryAll } = useOneCause(place, message, onRetry);

  return (
    <div ref={place} className="contents">
      {isFirst ? (
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
      ) : (
        <p className="px-5 py-4 text-small text-ink-2">{title ?? message}</p>
      )}
    </div>
  );
}

import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { pageSize } from './use-get-activity.ts';

interface ActivityPagerProps {
  readonly page: number;
  readonly total: number;
  readonly busy: boolean;
  readonly onPage: (page: number) => void;
}

/** Which part of all events is shown, and the way to the others. */
export function ActivityPager({ page, total, busy, onPage }: ActivityPagerProps) {
  const { t } = useTranslation();
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);

  return (
    <nav
      aria-label={t('activity.pages')}
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3"
    >
      <p role="status" className="text-small text-ink-2 tabular-nums">
        {t('activity.range', { from, to, total })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" off={busy || page === 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden="true" className="size-4" />
          {t('activity.previous')}
        </Button>
        <Button size="small" off={busy || to >= total} onClick={() => onPage(page + 1)}>
          {t('activity.next')}
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </nav>
  );
}

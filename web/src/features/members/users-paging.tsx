import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import type { UsersPart } from './use-get-subscription-users.ts';
import { pageSizes } from './use-users-part.ts';

interface UsersPagingProps {
  readonly part: UsersPart;
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (pageSize: number) => void;
}

export function UsersPaging({ part, total, onPage, onPageSize }: UsersPagingProps) {
  const { t } = useTranslation();
  const { page, pageSize } = part;
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);

  return (
    <nav
      aria-label={t('users.paging')}
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 text-small text-ink-2 sm:px-5"
    >
      <PageSize pageSize={pageSize} onPageSize={onPageSize} />
      <div className="flex items-center gap-2">
        <p role="status" className="mr-1 tabular-nums">
          {t('users.range', { from, to, total })}
        </p>
        <Button
          size="small"
          aria-label={t('users.previous')}
          off={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft aria-hidden="true" className="size-4" />
        </Button>
        <Button
          size="small"
          aria-label={t('users.next')}
          off={to >= total}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </nav>
  );
}

type PageSizeProps = Pick<UsersPagingProps, 'onPageSize'> & Pick<UsersPart, 'pageSize'>;

function PageSize({ pageSize, onPageSize }: PageSizeProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id}>{t('users.pageSize')}</label>
      <select
        id={id}
        value={pageSize}
        onChange={(event) => onPageSize(Number(event.target.value))}
        className="h-[38px] rounded-control border border-line-strong bg-surface px-2 text-ink tabular-nums"
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
    </div>
  );
}

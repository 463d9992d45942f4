import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

interface PagingProps {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** How many rows all pages have. */
  readonly total: number;
  /** Which rows are shown; “1–10 of 30” if it is left out. */
  readonly range?: string;
  readonly onPage: (page: number) => void;
  /** Sizes to choose from; without them the size is fixed. */
  readonly pageSizes?: readonly number[];
  readonly onPageSize?: (pageSize: number) => void;
}

/** Which rows of a list are shown, with the way to the others. */
export function Paging({
  page,
  pageSize,
  total,
  range,
  onPage,
  pageSizes,
  onPageSize,
}: PagingProps) {
  const { t } = useTranslation();
  const from = Math.min((page - 1) * pageSize + 1, total);
  const to = Math.min(page * pageSize, total);

  return (
    <nav
      aria-label={t('paging.name')}
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 text-small text-ink-2 sm:px-5"
    >
      {pageSizes && onPageSize ? (
        <PageSize pageSize={pageSize} pageSizes={pageSizes} onPageSize={onPageSize} />
      ) : (
        <span />
      )}
      <div className="flex items-center gap-2">
        <p role="status" className="mr-1 tabular-nums">
          {range ?? t('paging.range', { from, to, total })}
        </p>
        <Button
          size="small"
          aria-label={t('paging.previous')}
          off={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft aria-hidden="true" className="size-4" />
        </Button>
        <Button
          size="small"
          aria-label={t('paging.next')}
          off={to >= total}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </nav>
  );
}

interface PageSizeProps {
  readonly pageSize: number;
  readonly pageSizes: readonly number[];
  readonly onPageSize: (pageSize: number) => void;
}

function PageSize({ pageSize, pageSizes, onPageSize }: PageSizeProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id}>{t('paging.size')}</label>
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

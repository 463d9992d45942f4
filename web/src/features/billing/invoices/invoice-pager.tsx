import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';

export const pageSize = 10;

interface InvoicePagerProps {
  /** From 1. */
  readonly page: number;
  /** Rows that are in view. */
  readonly shown: number;
  readonly total: number;
  readonly hasNext: boolean;
  readonly busy: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}

/** Which part of all invoices is shown, and the way to the others. */
export function InvoicePager({ page, shown, total, hasNext, busy, ...on }: InvoicePagerProps) {
  const { t } = useTranslation();
  const from = (page - 1) * pageSize + 1;

  return (
    <nav
      aria-label={t('invoices.pages')}
      className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3"
    >
      <p role="status" className="mr-1 text-small text-ink-2 tabular-nums">
        {t('invoices.range', { from, to: from + shown - 1, total })}
      </p>
      <Button
        size="small"
        aria-label={t('invoices.previous')}
        off={busy || page === 1}
        onClick={on.onPrevious}
      >
        <ChevronLeft aria-hidden="true" className="size-4" />
      </Button>
      <Button
        size="small"
        aria-label={t('invoices.next')}
        off={busy || !hasNext}
        onClick={on.onNext}
      >
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </nav>
  );
}

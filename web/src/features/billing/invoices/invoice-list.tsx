import type { listInvoices, OutputOf } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { InvoicePager } from './invoice-pager.tsx';
import { InvoiceTable } from './invoice-table.tsx';
import { useListInvoices } from './use-list-invoices.ts';

/** All invoices of the current subscription, page by page. */
export function InvoiceList() {
  const { id } = useCurrentSubscription().subscription;
  return <Invoices key={id} />;
}

function Invoices() {
  const { t } = useTranslation();
  const language = useLanguage();
  /** Tokens of the pages after the first one that lie between it and the page in view. */
  const [tokens, setTokens] = useState<readonly string[]>([]);
  const query = useListInvoices(tokens.at(-1));
  const { data, error, isPending, isFetching, isPlaceholderData } = query;

  return (
    <section
      aria-labelledby="invoices"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-lift"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4">
        <h2 id="invoices" className="text-card font-card">
          {t('invoices.title')}
        </h2>
        {data && data.total > 0 && (
          <p className="text-small text-ink-2 tabular-nums">
            {t('invoices.count', { count: data.total })}
          </p>
        )}
      </div>
      {isPending && <InvoicesSkeleton />}
      {error && (
        <div className="p-5">
          <RetryNote
            title={t('invoices.loadError')}
            message={toServerText(error, t, language)}
            busy={isFetching}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {data && (
        <InvoicePage
          list={data}
          page={tokens.length + 1}
          isOld={isPlaceholderData}
          onPrevious={() => setTokens(tokens.slice(0, -1))}
          onNext={(token) => setTokens([...tokens, token])}
        />
      )}
    </section>
  );
}

interface InvoicePageProps {
  readonly list: OutputOf<typeof listInvoices>;
  readonly page: number;
  readonly isOld: boolean;
  readonly onPrevious: () => void;
  readonly onNext: (token: string) => void;
}

function InvoicePage({ list, page, isOld, onPrevious, onNext }: InvoicePageProps) {
  const { t } = useTranslation();
  const { invoices, total, nextPageToken } = list;

  if (total === 0) {
    return <p className="px-5 py-8 text-center text-ink-2">{t('invoices.empty')}</p>;
  }
  return (
    <>
      <InvoiceTable invoices={invoices} isOld={isOld} />
      {(page > 1 || nextPageToken !== null) && (
        <InvoicePager
          page={page}
          shown={invoices.length}
          total={total}
          hasNext={nextPageToken !== null}
          busy={isOld}
          onPrevious={onPrevious}
          onNext={() => nextPageToken !== null && onNext(nextPageToken)}
        />
      )}
    </>
  );
}

function InvoicesSkeleton() {
  return (
    <SkeletonGroup className="divide-y divide-line">
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className="flex h-11 items-center justify-between gap-6 px-5">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-5 w-40" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

import { listInvoices, type OutputOf } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { billingKey, useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { InvoiceTable } from './invoice-table.tsx';
import { InvoicesSkeleton } from './invoices-skeleton.tsx';

interface InvoiceListProps {
  /** Whether only the newest three are shown until all are asked for. */
  readonly brief?: boolean;
}

/** All invoices of the current subscription, page by page. */
export function InvoiceList({ brief = false }: InvoiceListProps) {
  const { id } = useCurrentSubscription().subscription;
  return <Invoices key={id} brief={brief} />;
}

const briefCount = 3;

function Invoices({ brief }: Required<InvoiceListProps>) {
  const { t } = useTranslation();
  const language = useLanguage();
  /** Tokens of the pages after the first one that lie between it and the page in view. */
  const [tokens, setTokens] = useState<readonly string[]>([]);
  const [isBrief, setIsBrief] = useState(brief);
  const query = useListInvoices(tokens.at(-1));
  const { data, error, isPending, isFetching, isPlaceholderData } = query;
  const { plan } = useCurrentSubscription();

  // A free project seldom has invoices, and the overview says nothing of what is not there.
  if (brief && plan?.free && !error && !data?.total) {
    return null;
  }
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
      {isPending && <InvoicesSkeleton most={brief ? briefCount : pageSize} />}
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
      {data && isBrief && data.total > briefCount && (
        <BriefInvoices list={data} onAll={() => setIsBrief(false)} />
      )}
      {data && !(isBrief && data.total > briefCount) && (
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

interface BriefInvoicesProps {
  readonly list: OutputOf<typeof listInvoices>;
  readonly onAll: () => void;
}

/** The newest invoices, and the way to all of them. */
function BriefInvoices({ list: { invoices, total }, onAll }: BriefInvoicesProps) {
  const { t } = useTranslation();
  return (
    <>
      <InvoiceTable invoices={invoices.slice(0, briefCount)} isOld={false} />
      <div className="border-t border-line px-5 py-3">
        <Button size="small" onClick={onAll}>
          {t('invoices.showAll', { count: total })}
        </Button>
      </div>
    </>
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
function InvoicePager({ page, shown, total, hasNext, busy, ...on }: InvoicePagerProps) {
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

const pageSize = 10;

/** One page of the invoices, newest first; what is shown stays while the next page comes. */
function useListInvoices(pageToken: string | undefined) {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const subscriptionId = subscription.id;
  const everyPage = [...billingKey(uid, subscriptionId), 'invoices'];
  const part = { pageSize: String(pageSize), ...(pageToken !== undefined && { pageToken }) };

  return useQuery({
    queryKey: [...everyPage, pageToken ?? 'first'],
    queryFn: ({ signal }) => api.call(listInvoices, { subscriptionId, ...part }, { signal }),
    // Never the invoices of another subscription.
    placeholderData: (shown, query) =>
      everyPage.every((name, at) => query?.queryKey[at] === name) ? shown : undefined,
  });
}

import type { listInvoices, OutputOf } from '@hearth/contract';
import ArrowDownUp from 'lucide-react/icons/arrow-down-up';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { BriefInvoices, BriefSkeleton, briefCount } from './brief-invoices.tsx';
import { InvoicePager, pageSize } from './invoice-pager.tsx';
import { type InvoiceOrder, InvoiceTable } from './invoice-table.tsx';
import { InvoicesSkeleton } from './invoices-skeleton.tsx';
import { NoInvoices } from './no-invoices.tsx';
import { useListInvoices } from './use-list-invoices.ts';

interface InvoiceListProps {
  /** Whether only the newest three are shown, in a narrow card, until all are asked for. */
  readonly brief?: boolean;
}

/** All invoices of the current subscription, page by page. */
export function InvoiceList({ brief = false }: InvoiceListProps) {
  const { id } = useCurrentSubscription().subscription;
  return <Invoices key={id} brief={brief} />;
}

function Invoices({ brief }: Required<InvoiceListProps>) {
  const { t } = useTranslation();
  /** Tokens of the pages after the first one that lie between it and the page in view. */
  const [tokens, setTokens] = useState<readonly string[]>([]);
  const [order, setOrder] = useState<InvoiceOrder>('newest');
  const [isBrief, setIsBrief] = useState(brief);
  const query = useListInvoices({ order, pageToken: tokens.at(-1) });
  const { data, error, isPending, isFetching, isPlaceholderData } = query;

  function handleTurn() {
    setOrder(order === 'newest' ? 'oldest' : 'newest');
    setTokens([]);
  }

  return (
    <section aria-labelledby="invoices" className={classNames(cardStyle, !isBrief && wideStyle)}>
      <div className={classNames(headStyle, isBrief ? 'pt-4' : 'border-b border-line py-4')}>
        <h2 id="invoices" className="text-card font-card">
          {t('invoices.title')}
        </h2>
        {data && (
          <HeadAside
            total={data.total}
            order={order}
            onTurn={handleTurn}
            {...(isBrief && { onAll: () => setIsBrief(false) })}
          />
        )}
      </div>
      {isPending && <ListSkeleton isBrief={isBrief} />}
      {error && (
        <LoadProblem error={error} busy={isFetching} onRetry={() => void query.refetch()} />
      )}
      {data && isBrief && <BriefInvoices invoices={data.invoices} />}
      {data && !isBrief && (
        <InvoicePage
          list={data}
          page={tokens.length + 1}
          isOld={isPlaceholderData}
          order={order}
          onTurn={handleTurn}
          onPrevious={() => setTokens(tokens.slice(0, -1))}
          onNext={(token) => setTokens([...tokens, token])}
        />
      )}
    </section>
  );
}

const cardStyle =
  '@container min-w-0 overflow-hidden rounded-card border border-line bg-surface shadow-lift';
/** All invoices take a line of their own beside another card. */
const wideStyle = 'col-span-full';
const headStyle = 'flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-5';

function ListSkeleton({ isBrief }: { readonly isBrief: boolean }) {
  return isBrief ? <BriefSkeleton /> : <InvoicesSkeleton most={pageSize} />;
}

interface LoadProblemProps {
  readonly error: unknown;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

function LoadProblem({ error, busy, onRetry }: LoadProblemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className="p-5">
      <RetryNote
        title={t('invoices.loadError')}
        message={toServerText(error, t, language)}
        busy={busy}
        onRetry={onRetry}
      />
    </div>
  );
}

interface HeadAsideProps {
  readonly total: number;
  readonly order: InvoiceOrder;
  readonly onTurn: () => void;
  /** Given if only some are shown. */
  readonly onAll?: () => void;
}

/** The way to all invoices; on the page with all of them, their number, and on a phone their order. */
function HeadAside({ total, order, onTurn, onAll }: HeadAsideProps) {
  const { t } = useTranslation();
  if (total === 0) {
    return null;
  }
  if (onAll) {
    return (
      total > briefCount && (
        <button
          type="button"
          aria-label={t('invoices.showAll', { count: total })}
          onClick={onAll}
          className="text-small font-label text-accent hover:underline"
        >
          {t('invoices.all', { count: total })}
        </button>
      )
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-small text-ink-2 tabular-nums">{t('invoices.count', { count: total })}</p>
      {total > 1 && (
        <Button variant="quiet" size="small" onClick={onTurn} className="-mr-2.5 sm:hidden">
          <ArrowDownUp aria-hidden="true" className="size-4" />
          {t(`invoices.order.${order}`)}
        </Button>
      )}
    </div>
  );
}

interface InvoicePageProps {
  readonly list: OutputOf<typeof listInvoices>;
  readonly page: number;
  readonly isOld: boolean;
  readonly order: InvoiceOrder;
  readonly onTurn: () => void;
  readonly onPrevious: () => void;
  readonly onNext: (token: string) => void;
}

function InvoicePage({ list, page, isOld, onPrevious, onNext, ...sorting }: InvoicePageProps) {
  const { invoices, total, nextPageToken } = list;

  if (total === 0) {
    return <NoInvoices />;
  }
  return (
    <>
      <InvoiceTable invoices={invoices} isOld={isOld} {...sorting} />
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

import type { Invoice } from '@hearth/contract';
import ExternalLink from 'lucide-react/icons/external-link';
import { useTranslation } from 'react-i18next';
import { useProjectName } from '../../../shared/current-subscription/use-project-name.ts';
import { formatDate, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { Badge, type BadgeTone } from '../../../shared/ui/badge.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';

interface InvoiceTableProps {
  readonly invoices: readonly Invoice[];
  /** Rows of the page before, while the next one is on its way. */
  readonly isOld: boolean;
}

/** A table; on a phone a list of blocks. */
export function InvoiceTable({ invoices, isOld }: InvoiceTableProps) {
  const { t } = useTranslation();
  const project = useProjectName();

  return (
    <table
      aria-busy={isOld || undefined}
      className={classNames(
        'w-full border-collapse transition-opacity duration-150 ease-out max-sm:block',
        isOld && 'opacity-60',
      )}
    >
      <caption className="sr-only">{t('invoices.caption', { project })}</caption>
      <thead className="bg-sunken text-small text-ink-2 max-sm:sr-only">
        <tr>
          <th scope="col" className={classNames(headStyle, 'text-left sm:pl-5')}>
            {t('invoices.number')}
          </th>
          <th scope="col" className={classNames(headStyle, 'text-left')}>
            {t('invoices.date')}
          </th>
          <th scope="col" className={classNames(headStyle, 'text-right')}>
            {t('invoices.amount')}
          </th>
          <th scope="col" className={classNames(headStyle, 'text-left')}>
            {t('invoices.statusName')}
          </th>
          <th scope="col" className={classNames(headStyle, 'text-left sm:pr-5')}>
            {t('invoices.documents')}
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block [&>tr:first-child]:border-t-0">
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </tbody>
    </table>
  );
}

const headStyle = 'h-10 px-4 font-label';

/** The whole row is the link to our page that opens the invoice, where it can be opened. */
function InvoiceRow({ invoice }: { readonly invoice: Invoice }) {
  const language = useLanguage();
  const { hosted_invoice_url: url } = invoice;
  return (
    <tr className={classNames(rowStyle, url !== null && linkedRowStyle)}>
      <th scope="row" className={classNames(cellStyle, 'text-left font-normal sm:pl-5')}>
        {url === null ? (
          <InvoiceNumber number={invoice.number} />
        ) : (
          <InvoiceLink url={url} number={invoice.number} />
        )}
      </th>
      <td className={classNames(cellStyle, 'text-ink-2 tabular-nums max-sm:row-start-2')}>
        {formatDate(invoice.created, language)}
      </td>
      <td className={classNames(cellStyle, 'text-right tabular-nums')}>
        {formatMoney(invoice.total, invoice.currency)}
      </td>
      <td className={classNames(cellStyle, 'max-sm:justify-self-end')}>
        <InvoiceStatus invoice={invoice} />
      </td>
      <td className={classNames(cellStyle, 'max-sm:col-span-2 max-sm:empty:hidden sm:pr-5')}>
        <InvoiceDocuments invoice={invoice} />
      </td>
    </tr>
  );
}

const rowStyle =
  'border-t border-line max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:px-5 max-sm:py-3 sm:h-11';
/** The transform keeps the stretched link inside its row in browsers that do not position rows. */
const linkedRowStyle =
  'relative [transform:scale(1)] transition-colors duration-150 ease-out hover:bg-sunken';
const cellStyle = 'sm:px-4 sm:py-1.5';

function InvoiceNumber({ number }: Pick<Invoice, 'number'>) {
  const { t } = useTranslation();
  return number === null ? (
    <span className="text-ink-2">{t('invoices.pending')}</span>
  ) : (
    <span className="font-mono text-small break-all">{number}</span>
  );
}

function InvoiceLink({ url, number }: Pick<Invoice, 'number'> & { readonly url: string }) {
  const { t } = useTranslation();
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1.5 text-ink after:absolute after:inset-0 hover:underline"
    >
      <InvoiceNumber number={number} />
      <ExternalLink aria-hidden="true" className="size-3.5 text-ink-3" />
      <span className="sr-only">{t('invoices.newTab')}</span>
    </a>
  );
}

/** Files of the invoice, in front of the link that covers the row. */
function InvoiceDocuments({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useTranslation();
  const { number, pdf_url: pdf, receipt_url: receipt } = invoice;
  const documents = [
    { url: pdf, text: t('invoices.pdf') },
    { url: receipt, text: t('invoices.receipt') },
  ].filter(({ url }) => url !== null);
  return documents.length === 0 ? null : (
    <div className="relative z-10 flex w-fit flex-wrap gap-x-4">
      {documents.map(({ url, text }) => (
        <a
          key={text}
          href={url ?? undefined}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-8 items-center text-small text-ink-2 underline underline-offset-2 hover:text-ink"
        >
          {text}
          <span className="sr-only">
            {' '}
            {number} {t('invoices.newTab')}
          </span>
        </a>
      ))}
    </div>
  );
}

const tones = {
  draft: 'neutral',
  open: 'warn',
  paid: 'good',
  uncollectible: 'bad',
  void: 'neutral',
} as const satisfies Record<string, BadgeTone>;

/** In what state it is, and what became of its money since. */
function InvoiceStatus({ invoice }: { readonly invoice: Invoice }) {
  const facts = useInvoiceFacts(invoice);
  return (
    <div className="grid justify-items-start gap-1 max-sm:justify-items-end">
      <StatusBadge status={invoice.status} />
      {facts.map((fact) => (
        <span
          key={fact}
          className="text-small text-balance text-ink-2 tabular-nums max-sm:max-w-32 max-sm:text-right"
        >
          {fact}
        </span>
      ))}
    </div>
  );
}

function useInvoiceFacts(invoice: Invoice): readonly string[] {
  const { t } = useTranslation();
  const { status, currency, refunded, credited, disputed, dispute_status: dispute } = invoice;
  const money = (amount: number) => ({ amount: formatMoney(amount, currency) });
  return [
    ...(status === 'uncollectible' ? [t('invoices.facts.uncollectible')] : []),
    ...(invoice.paid_outside ? [t('invoices.facts.paidOutside')] : []),
    ...(credited > 0 ? [t('invoices.facts.credited', money(credited))] : []),
    ...(refunded > 0 ? [t('invoices.facts.refunded', money(refunded))] : []),
    ...(dispute ? [t(`invoices.facts.dispute.${dispute}`, money(disputed))] : []),
  ];
}

/** A status that is new at the provider is shown as it is. */
function StatusBadge({ status }: Pick<Invoice, 'status'>) {
  const { t } = useTranslation();
  return isKnown(status) ? (
    <Badge tone={tones[status]}>{t(`invoices.status.${status}`)}</Badge>
  ) : (
    <Badge>{status}</Badge>
  );
}

function isKnown(status: string): status is keyof typeof tones {
  return Object.hasOwn(tones, status);
}

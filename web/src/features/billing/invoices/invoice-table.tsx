import type { Invoice } from '@hearth/contract';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '../../../shared/current-subscription/index.ts';
import { useProjectName } from '../../../shared/current-subscription/use-project-name.ts';
import {
  dayOf,
  formatDate,
  formatDay,
  formatMoney,
  useLanguage,
} from '../../../shared/i18n/index.ts';
import { classNames } from '../../../shared/ui/class-names.ts';
import { TableFrame } from '../../../shared/ui/table-frame.tsx';
import { InvoiceDocuments, InvoiceLink, InvoiceNumber, InvoiceStatus } from './invoice-cells.tsx';

export type InvoiceOrder = 'newest' | 'oldest';

interface InvoiceTableProps {
  readonly invoices: readonly Invoice[];
  /** Rows of the page before, while the next one is on its way. */
  readonly isOld: boolean;
  readonly order: InvoiceOrder;
  readonly onTurn: () => void;
}

/** A table; on a phone a list of blocks. */
export function InvoiceTable({ invoices, isOld, order, onTurn }: InvoiceTableProps) {
  const { t } = useTranslation();
  const project = useProjectName();
  const withPeriods = invoices.some(hasPeriod);

  return (
    <TableFrame caption={t('invoices.caption', { project })} isOld={isOld} className="max-sm:block">
      <thead className="bg-sunken text-small text-ink-2 max-sm:sr-only">
        <tr>
          <th scope="col" className={classNames(headStyle, 'text-left sm:pl-5')}>
            {t('invoices.number')}
          </th>
          {withPeriods && (
            <th scope="col" className={classNames(headStyle, periodStyle, 'text-left')}>
              {t('invoices.chargedFor')}
            </th>
          )}
          <DateHead order={order} onTurn={onTurn} />
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
          <InvoiceRow key={invoice.id} invoice={invoice} withPeriods={withPeriods} />
        ))}
      </tbody>
    </TableFrame>
  );
}

const headStyle = 'h-10 px-4 font-label';
/** A table without much room leaves this out; a phone shows it in blocks in place of the date. */
const periodStyle = 'sm:@max-[820px]:hidden';

/** A press turns the order around. A phone hides the heads, and has a button above the list. */
function DateHead({ order, onTurn }: Pick<InvoiceTableProps, 'order' | 'onTurn'>) {
  const { t } = useTranslation();
  const Arrow = order === 'newest' ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={order === 'newest' ? 'descending' : 'ascending'}
      className={classNames(headStyle, 'text-left')}
    >
      <span className="sm:hidden">{t('invoices.date')}</span>
      <button
        type="button"
        onClick={onTurn}
        className="inline-flex h-8 items-center gap-1.5 rounded-control font-label hover:text-ink max-sm:hidden"
      >
        {t('invoices.date')}
        <Arrow aria-hidden="true" className="size-[15px]" />
      </button>
    </th>
  );
}

interface InvoiceRowProps {
  readonly invoice: Invoice;
  /** Whether the table has a column for the time that is charged for. */
  readonly withPeriods: boolean;
}

/** The whole row is the link to our page that opens the invoice, if it can be opened. */
function InvoiceRow({ invoice, withPeriods }: InvoiceRowProps) {
  const language = useLanguage();
  const timeZone = useTimeZone();
  const periodText = usePeriodText();
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
      {withPeriods && (
        <td className={classNames(cellStyle, secondStyle, periodStyle)}>{periodText(invoice)}</td>
      )}
      {/* On a phone the period has the date in it. */}
      <td className={classNames(cellStyle, secondStyle, hasPeriod(invoice) && 'max-sm:hidden')}>
        {formatDate(invoice.created, language, timeZone)}
      </td>
      <td className={classNames(cellStyle, 'text-right font-card tabular-nums')}>
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
const secondStyle = 'text-ink-2 tabular-nums max-sm:row-start-2 max-sm:empty:hidden';

type ChargedInvoice = Pick<Invoice, 'created' | 'paid_until'>;

/** Whether the invoice is known to charge for a time: an operator's own one charges for something else. */
function hasPeriod({ paid_until }: ChargedInvoice): boolean {
  return typeof paid_until === 'number';
}

/** "Nov 20 – Nov 27, 2026", from the day of the invoice; empty if the time is not known. */
function usePeriodText(): (invoice: ChargedInvoice) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  return ({ created, paid_until: end }) => {
    if (typeof end !== 'number') {
      return '';
    }
    const [first, last] = [new Date(created * 1_000), new Date(end * 1_000)];
    const yearOf = (date: Date) => dayOf(date.getTime(), timeZone).year;
    const isOneYear = yearOf(first) === yearOf(last);
    const short = (date: Date) => formatDay(date.toISOString(), language, timeZone);
    const long = (date: Date) => formatDate(date.toISOString(), language, timeZone);
    // English names the year last, Chinese first.
    const from = isOneYear && language === 'en' ? short(first) : long(first);
    const to = isOneYear && language === 'zh' ? short(last) : long(last);
    return t('invoices.period', { from, to });
  };
}

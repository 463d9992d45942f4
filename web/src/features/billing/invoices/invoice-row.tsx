import type { Invoice } from '@hearth/contract';
import ExternalLink from 'lucide-react/icons/external-link';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { classNames } from '../../../shared/ui/class-names.ts';
import { InvoiceStatus } from './invoice-status.tsx';

/** The whole row is the link to our page that opens the invoice, where it can be opened. */
export function InvoiceRow({ invoice }: { readonly invoice: Invoice }) {
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

import type { Invoice } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription, useTimeZone } from '../../../shared/current-subscription/index.ts';
import { useProjectName } from '../../../shared/current-subscription/use-project-name.ts';
import { formatDate, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { InvoiceStatusWord } from '../../../shared/invoice-badge.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { useInvoiceFacts } from './invoice-cells.tsx';
import { expectedInvoices } from './invoices-skeleton.tsx';

export const briefCount = 3;

/** Date, amount and status of the newest invoices. */
export function BriefInvoices({ invoices }: { readonly invoices: readonly Invoice[] }) {
  const { t } = useTranslation();
  const project = useProjectName();

  if (invoices.length === 0) {
    return <p className="px-5 pt-3 pb-5 text-ink-2">{t('invoices.empty')}</p>;
  }
  return (
    <table className="mt-2 mb-3.5 w-full border-collapse text-small tabular-nums">
      <caption className="sr-only">{t('invoices.caption', { project })}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('invoices.date')}</th>
          <th scope="col">{t('invoices.amount')}</th>
          <th scope="col">{t('invoices.statusName')}</th>
        </tr>
      </thead>
      <tbody>
        {invoices.slice(0, briefCount).map((invoice) => (
          <BriefRow key={invoice.id} invoice={invoice} />
        ))}
      </tbody>
    </table>
  );
}

/** The date is the link to our page that opens the invoice, if it can be opened. */
function BriefRow({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const facts = useInvoiceFacts(invoice);
  const { hosted_invoice_url: url, number } = invoice;
  const date = formatDate(invoice.created, language, timeZone);
  return (
    <tr className="h-8">
      <th scope="row" className="py-1 pl-5 text-left font-normal text-ink-2">
        {url === null ? (
          date
        ) : (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-6 items-center text-ink underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            {date}
            <span className="sr-only">
              {' '}
              {number} {t('invoices.newTab')}
            </span>
          </a>
        )}
      </th>
      <td className="py-1 pl-3 text-right font-card">
        {formatMoney(invoice.total, invoice.currency)}
      </td>
      <td className="py-1 pr-5 pl-3 text-right">
        <InvoiceStatusWord invoice={invoice} />
        {facts.map((fact) => (
          <span key={fact} className="block text-ink-2">
            {fact}
          </span>
        ))}
      </td>
    </tr>
  );
}

export function BriefSkeleton() {
  const { subscription, plan } = useCurrentSubscription();
  const count = plan?.free ? 1 : Math.min(briefCount, expectedInvoices(subscription));
  return (
    <SkeletonGroup className="mt-2 mb-3.5 px-5">
      {Array.from({ length: count }, (_, index) => `row ${index}`).map((row) => (
        <div key={row} className="flex h-8 items-center justify-between gap-6">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 w-28" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

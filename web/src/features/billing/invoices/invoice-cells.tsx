import type { Invoice } from '@hearth/contract';
import ExternalLink from 'lucide-react/icons/external-link';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../shared/i18n/index.ts';
import { InvoiceBadge } from '../../../shared/invoice-badge.tsx';

export function InvoiceNumber({ number }: Pick<Invoice, 'number'>) {
  const { t } = useTranslation();
  return number === null ? (
    <span className="text-ink-2">{t('invoices.pending')}</span>
  ) : (
    <span className="font-mono text-small break-all">{number}</span>
  );
}

export function InvoiceLink({ url, number }: Pick<Invoice, 'number'> & { readonly url: string }) {
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
export function InvoiceDocuments({ invoice }: { readonly invoice: Invoice }) {
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

/** In what state it is, and what became of its money since. */
export function InvoiceStatus({ invoice }: { readonly invoice: Invoice }) {
  const facts = useInvoiceFacts(invoice);
  return (
    <div className="grid justify-items-start gap-1 max-sm:justify-items-end">
      <InvoiceBadge invoice={invoice} />
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

/** Refunds, disputes and credit notes of the invoice. */
export function useInvoiceFacts(invoice: Invoice): readonly string[] {
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

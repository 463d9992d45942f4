import type { Invoice } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../shared/i18n/index.ts';
import { Badge, type BadgeTone } from '../../../shared/ui/badge.tsx';

const tones = {
  draft: 'neutral',
  open: 'warn',
  paid: 'good',
  uncollectible: 'bad',
  void: 'neutral',
} as const satisfies Record<string, BadgeTone>;

/** In what state it is, and what became of its money since. */
export function InvoiceStatus({ invoice }: { readonly invoice: Invoice }) {
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

/** A status that the provider has invented since stands there as it is. */
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

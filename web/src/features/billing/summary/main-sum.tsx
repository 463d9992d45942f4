import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription, useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDay, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { ChargeDate } from '../shared/charge-date.tsx';
import { AmountParts, Stat, StatFigure, StatNote } from '../shared/stat.tsx';
import type { BillingSummaryAnswer } from '../shared/use-get-billing-summary.ts';

interface MainSumProps {
  readonly summary: BillingSummaryAnswer;
  /** Notes below. */
  readonly children?: ReactNode;
}

/** Amount that is due now or next, or that was paid until the project ended. */
export function MainSum({ summary, children }: MainSumProps) {
  const { t } = useTranslation();
  const { owed, paid_total: paid } = summary;
  const { status } = useCurrentSubscription().subscription;
  if (owed && status === 'active' && summary.status !== 'active') {
    // It is paid, and the summary is being read again.
    return (
      <Stat name={t('billing.summary.next')}>
        <Skeleton className="h-7 w-24" />
        {children}
      </Stat>
    );
  }
  if (owed) {
    return (
      <Stat name={t('billing.summary.dueNow')}>
        <DueNow owed={owed} />
        {children}
      </Stat>
    );
  }
  return (
    <Stat name={t(paid ? 'billing.summary.paidTotal' : 'billing.summary.next')}>
      {paid ? <PaidTotal {...paid} /> : <NextInvoice summary={summary} />}
      {children}
    </Stat>
  );
}

/** A project that changed its currency has a sum in each. */
function PaidTotal({ amounts, invoices }: NonNullable<BillingSummaryAnswer['paid_total']>) {
  const { t } = useTranslation();
  const sums = amounts.map(({ amount, currency }) => formatMoney(amount, currency));
  return (
    <>
      <StatFigure>{sums.join(' + ') || t('billing.summary.nothing')}</StatFigure>
      <StatNote>
        {invoices > 0
          ? t('billing.summary.paidInvoices', { count: invoices })
          : t('billing.summary.neverPaid')}
      </StatNote>
    </>
  );
}

/** Shows money that is owed before the next invoice. */
function DueNow({ owed }: { readonly owed: NonNullable<BillingSummaryAnswer['owed']> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { amount, currency, retry_at } = owed;
  return (
    <>
      <StatFigure>{formatMoney(amount, currency)}</StatFigure>
      <StatNote>
        {retry_at
          ? t('billing.summary.nextTry', { date: formatDay(retry_at, language, timeZone) })
          : t('billing.summary.noTry')}
      </StatNote>
    </>
  );
}

const reasons = {
  unpaid: 'billing.summary.owedFirst',
  incomplete: 'billing.summary.firstPayment',
} as const;

function whyNothing(status: BillingSummaryAnswer['status']) {
  return status in reasons
    ? reasons[status as keyof typeof reasons]
    : 'billing.summary.nothingText';
}

function NextInvoice({ summary }: { readonly summary: BillingSummaryAnswer }) {
  const { t } = useTranslation();
  const { next_invoice: next, status } = summary;
  return (
    <>
      <StatFigure>
        {next ? formatMoney(next.total.amount, next.total.currency) : t('billing.summary.nothing')}
      </StatFigure>
      <StatNote>{next ? <ChargeDate date={next.date} /> : t(whyNothing(status))}</StatNote>
      {next && <AmountParts {...next} />}
    </>
  );
}

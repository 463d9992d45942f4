import type { ListedSubscription } from '@hearth/contract';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../shared/i18n/index.ts';
import { useNoteRows } from '../../shared/seen-rows.ts';
import { useAccount } from '../../shared/session/index.ts';
import { AttentionLine, EndingLine } from './attention-lines.tsx';
import { useNeedsPayment } from './needs-payment.ts';

interface AttentionStripProps {
  readonly subscriptions: readonly ListedSubscription[];
}

/** Projects that need a payment, the most urgent first, and then those that are going to end, each with its one button. */
export function AttentionStrip({ subscriptions }: AttentionStripProps) {
  const { t } = useTranslation();
  const needsPayment = useNeedsPayment();
  const { uid } = useAccount();
  const found = subscriptions.filter(needsPayment).sort(byUrgency);
  const ending = subscriptions
    .filter((one) => one.owner_id === uid && one.cancel_at !== undefined && !needsPayment(one))
    .sort(byEnd);
  const total = totalOf(found);
  const count = found.length + ending.length;
  useNoteRows('attention', count);

  if (count === 0) {
    return null;
  }
  return (
    <section
      aria-labelledby="attention"
      className="overflow-hidden rounded-card border border-[color-mix(in_srgb,var(--warn)_30%,var(--line))] bg-warn-soft"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3.5 sm:px-5">
        <div className="flex min-w-0 items-center gap-3">
          <TriangleAlert aria-hidden="true" className="size-[18px] shrink-0 text-warn" />
          <h2 id="attention" className="text-card font-card">
            {t(titleOf(found.length, ending.length), { count })}
          </h2>
        </div>
        {found.length > 1 && total && (
          <p className="text-small text-ink-2 tabular-nums">
            {t('dashboard.attention.total', { sum: formatMoney(total.amount, total.currency) })}
          </p>
        )}
      </div>
      <ul>
        {found.map((subscription, index) => (
          <AttentionLine
            key={subscription.id}
            subscription={subscription}
            isMostUrgent={index === 0}
          />
        ))}
        {ending.map((subscription, index) => (
          <EndingLine
            key={subscription.id}
            subscription={subscription}
            isMostUrgent={found.length === 0 && index === 0}
          />
        ))}
      </ul>
    </section>
  );
}

function titleOf(payments: number, endings: number) {
  if (endings === 0) {
    return 'dashboard.attention.title';
  }
  return payments === 0 ? 'dashboard.attention.ending' : 'dashboard.attention.mixed';
}

/** Closed projects first, then by the day of the next try. */
function byUrgency(one: ListedSubscription, other: ListedSubscription): number {
  return rankOf(one).localeCompare(rankOf(other));
}

function rankOf({ status, owed }: ListedSubscription): string {
  return status === 'unpaid' ? '' : (owed?.retry_at ?? '9999');
}

function byEnd(one: ListedSubscription, other: ListedSubscription): number {
  return (one.cancel_at ?? '').localeCompare(other.cancel_at ?? '');
}

/** Undefined if the sums have different currencies, or if one was not read yet. */
function totalOf(found: readonly ListedSubscription[]) {
  const sums = found.map(({ owed }) => owed);
  const currency = sums[0]?.currency;
  const isOne = sums.every((sum) => sum !== null && sum.currency === currency);
  const amount = sums.reduce((all, sum) => all + (sum?.amount ?? 0), 0);
  return isOne && currency !== undefined ? { amount, currency } : undefined;
}

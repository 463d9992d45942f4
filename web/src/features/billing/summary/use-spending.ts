import { getSpending, type Spending } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import {
  billingKey,
  useCurrentSubscription,
  useTimeZone,
} from '../../../shared/current-subscription/index.ts';
import { formatMonth } from '../../../shared/i18n/format-month.ts';
import { formatDay, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { monthOfYear } from '../../../shared/plans/prices.ts';
import { useAccount } from '../../../shared/session/index.ts';
import type { Bar } from '../../../shared/ui/bars.tsx';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';

/** Costs of the project in the last 12 weeks or months, and what they are called. */
export function useSpending() {
  const { t } = useTranslation();
  const query = useGetSpending();
  // The next charge is a bar, too, which would push the others aside if it came later.
  const { isLoading } = useGetBillingSummary();
  const { subscription, plan } = useCurrentSubscription();
  // Until the server says, as it decides: a year is shown by its months.
  const expected = subscription.frequency ?? plan?.prices[0]?.frequency;
  const per = query.data?.per ?? (expected === 'week' ? 'week' : 'month');
  return {
    ...query,
    data: isLoading ? undefined : query.data,
    isPending: query.isPending || (isLoading && !query.error),
    title: t(`subscription.overview.spend.${per}`),
  };
}

/** Bars of the periods and of the next charge, and the sums of the periods in minor units. */
export function useSpendingBars({ periods, currency, per }: Spending) {
  const { t } = useTranslation();
  const labelOf = useLabel(per);
  const next = useGetBillingSummary().data?.next_invoice;
  const sum = (of: 'paid' | 'unpaid') => periods.reduce((total, period) => total + period[of], 0);
  const bars: Bar[] = periods.map((period, index) => ({
    ...toBar(period, currency, t),
    label: labelOf(period.starts_at),
    ...(period.unpaid === 0 && index === periods.length - 1 && { kind: 'now' as const }),
  }));
  if (next?.total.currency === currency && next.total.amount > 0) {
    const amount = formatMoney(next.total.amount, currency);
    bars.push({
      label: labelOf(next.date),
      value: next.total.amount,
      text: t('subscription.overview.nextCharge', { amount }),
      kind: 'next',
    });
  }
  return { bars, paid: sum('paid'), unpaid: sum('unpaid') };
}

function useLabel(per: Spending['per']): (instant: string) => string {
  const language = useLanguage();
  const timeZone = useTimeZone();
  const format = per === 'week' ? formatDay : formatMonth;
  return (instant) => format(instant, language, timeZone);
}

/** A period whose invoice is open stands out by its hatching, and says so in words. */
function toBar(
  { paid, unpaid }: Spending['periods'][number],
  currency: string,
  t: TFunction,
): Omit<Bar, 'label'> {
  const money = (amount: number) => formatMoney(amount, currency);
  if (unpaid === 0) {
    return { value: paid, text: money(paid) };
  }
  const text =
    paid === 0
      ? t('subscription.overview.notPaid', { amount: money(unpaid) })
      : t('subscription.overview.paidAndNot', { paid: money(paid), unpaid: money(unpaid) });
  return { value: paid + unpaid, text, kind: 'unpaid' };
}

/** Says what a month costs, to those who pay once a year. */
export function useMonthlyCost(): string | undefined {
  const { t } = useTranslation();
  const { data } = useGetBillingSummary();
  if (data?.frequency !== 'year' || data.status === 'canceled') {
    return;
  }
  const month = monthOfYear(data.price);
  const amount = formatMoney(month.amount, month.currency);
  return t('subscription.overview.monthOfYear', { amount });
}

function useGetSpending() {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const subscriptionId = subscription.id;

  return useQuery({
    queryKey: [...billingKey(uid, subscriptionId), 'spending'],
    queryFn: ({ signal }) => api.call(getSpending, { subscriptionId }, { signal }),
  });
}

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
import { formatDay, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { useAccount } from '../../../shared/session/index.ts';
import type { Bar } from '../../../shared/ui/bars.tsx';

/** Costs of the project in the last 12 weeks or months, and what they are called. */
export function useSpending() {
  const { t } = useTranslation();
  const query = useGetSpending();
  const { subscription, plan } = useCurrentSubscription();
  // Until the server says, as it decides: a year is shown by its months.
  const expected = subscription.frequency ?? plan?.prices[0]?.frequency;
  const per = query.data?.per ?? (expected === 'week' ? 'week' : 'month');
  return { ...query, title: t(`subscription.overview.spend.${per}`) };
}

/** Bars of the periods, and their sums in minor units. */
export function useSpendingBars({ periods, currency }: Spending) {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const sum = (of: 'paid' | 'unpaid') => periods.reduce((total, period) => total + period[of], 0);
  const bars = periods.map((period, index) => ({
    ...toBar(period, currency, t),
    label: formatDay(period.starts_at, language, timeZone),
    ...(period.unpaid === 0 && index === periods.length - 1 && { kind: 'now' as const }),
  }));
  return { bars, paid: sum('paid'), unpaid: sum('unpaid') };
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

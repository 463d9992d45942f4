import { getSpending, type Spending } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { billingKey, useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { formatDay, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { type Bar, Bars } from '../../../shared/ui/bars.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { StatFigure, StatNote } from '../shared/stat.tsx';

interface SpendingCardProps {
  /** Whether the card has the whole width, with a grid and every label. */
  readonly wide?: boolean;
}

/** Costs of the project in the last 12 weeks or months. */
export function SpendingCard({ wide = false }: SpendingCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, isPending, isFetching, refetch } = useGetSpending();
  const { subscription, plan } = useCurrentSubscription();
  // Until the server says, as it decides: a year is shown by its months.
  const expected = subscription.frequency ?? plan?.prices[0]?.frequency;
  const per = data?.per ?? (expected === 'week' ? 'week' : 'month');
  const title = t(`subscription.overview.spend.${per}`);

  return (
    <Card role="region" aria-label={title}>
      {isPending && (
        <SkeletonGroup className="grid gap-1 px-5 py-[18px]">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-7 w-28" />
          <Skeleton className={wide ? 'mt-3 h-[126px] w-full' : 'h-[94px] w-full'} />
        </SkeletonGroup>
      )}
      {error && (
        <RetryNote
          title={t('subscription.overview.spendError')}
          message={toServerText(error, t, language)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <div className="grid gap-1 px-5 py-[18px] tabular-nums">
          <p className="text-small text-ink-2">{title}</p>
          <SpendingFigures spending={data} wide={wide} />
        </div>
      )}
    </Card>
  );
}

interface SpendingFiguresProps {
  readonly spending: Spending;
  readonly wide: boolean;
}

function SpendingFigures({ spending, wide }: SpendingFiguresProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { currency, per, periods } = spending;
  const sum = (of: 'paid' | 'unpaid') => periods.reduce((total, period) => total + period[of], 0);
  const [paid, unpaid] = [sum('paid'), sum('unpaid')];
  const bars = periods.map((period, index) => ({
    ...toBar(period, currency, t),
    label: formatDay(period.starts_at, language),
    ...(period.unpaid === 0 && index === periods.length - 1 && { kind: 'now' as const }),
  }));

  return (
    <>
      <StatFigure>{formatMoney(paid, currency)}</StatFigure>
      {unpaid > 0 && (
        <StatNote>
          {t('subscription.overview.notPaid', { amount: formatMoney(unpaid, currency) })}
        </StatNote>
      )}
      {paid === 0 && unpaid === 0 ? (
        <StatNote>{t(`subscription.overview.nothingSpent.${per}`)}</StatNote>
      ) : (
        <div className={wide ? 'pt-3' : undefined}>
          <Bars
            caption={t(`subscription.overview.spend.${per}`)}
            labelHead={t(`subscription.overview.periodFrom.${per}`)}
            valueHead={t('subscription.overview.charged')}
            bars={bars}
            {...(wide && { gridText: (value: number) => formatMoney(value, currency) })}
          />
        </div>
      )}
    </>
  );
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

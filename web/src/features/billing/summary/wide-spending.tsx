import type { Spending } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { formatPrice } from '../../../shared/plans/format-price.ts';
import { type Bar, Bars } from '../../../shared/ui/bars.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { StatNote } from '../shared/stat.tsx';
import { useMonthlyCost, useSpending, useSpendingBars } from './use-spending.ts';

/** Costs of the project in the last 12 weeks or months, with a grid and every label. */
export function WideSpending() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { title, data, error, isPending, isFetching, refetch } = useSpending();

  return (
    <Card role="region" aria-label={title}>
      {isPending && (
        <SkeletonGroup className="grid gap-3 px-5 pt-4 pb-[18px]">
          <Skeleton className="h-6 w-64" />
          <Skeleton className="h-[126px] w-full" />
        </SkeletonGroup>
      )}
      {error && (
        <div className="p-4">
          <RetryNote
            title={t('subscription.overview.spendError')}
            message={toServerText(error, t, language)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data && <Chart spending={data} />}
    </Card>
  );
}

function Chart({ spending }: { readonly spending: Spending }) {
  const { t } = useTranslation();
  const { currency, per } = spending;
  const { bars, paid, unpaid } = useSpendingBars(spending);
  const monthly = useMonthlyCost();
  const sumText = useSumText(spending, paid);
  const money = (amount: number) => formatMoney(amount, currency);

  return (
    <div className="grid gap-3 px-5 pt-4 pb-[18px] tabular-nums">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-card font-card">{t('subscription.overview.spendTitle')}</h2>
        <StatNote>{sumText}</StatNote>
        {monthly && <StatNote>{monthly}</StatNote>}
        {unpaid > 0 && (
          <StatNote>{t('subscription.overview.notPaid', { amount: money(unpaid) })}</StatNote>
        )}
        {(paid !== 0 || unpaid !== 0) && <Legend per={per} bars={bars} />}
      </div>
      {paid === 0 && unpaid === 0 ? (
        <StatNote>{t(`subscription.overview.nothingSpent.${per}`)}</StatNote>
      ) : (
        <Bars
          caption={t(`subscription.overview.spend.${per}`)}
          bars={bars}
          gridText={(amount) => formatPrice({ amount, currency })}
        />
      )}
    </div>
  );
}

/** The sum, and the average of a project that is as old as the first period and is not paid by the year. */
function useSumText({ currency, per, periods }: Spending, paid: number): string {
  const { t } = useTranslation();
  const { create_time, frequency } = useCurrentSubscription().subscription;
  const sum = formatMoney(paid, currency);
  const first = periods[0];
  const isYearly = frequency === 'year';
  if (isYearly || !first || Date.parse(create_time) > Date.parse(first.starts_at)) {
    return t(`subscription.overview.spendSum.${per}`, { sum, count: periods.length });
  }
  const average = formatMoney(Math.round(paid / periods.length), currency);
  return t(`subscription.overview.spendAverage.${per}`, { sum, average, count: periods.length });
}

interface LegendProps {
  readonly per: Spending['per'];
  readonly bars: readonly Bar[];
}

/** Names the bars that look otherwise than the past. */
function Legend({ per, bars }: LegendProps) {
  const { t } = useTranslation();
  const isUnpaid = bars.some(({ kind }) => kind === 'unpaid');
  const hasNext = bars.some(({ kind }) => kind === 'next');
  return (
    <span aria-hidden="true" className="ml-auto flex flex-wrap gap-x-4 text-small text-ink-2">
      <LegendEntry look={isUnpaid ? 'hatched' : 'bg-accent'}>
        {isUnpaid
          ? t('subscription.overview.legendUnpaid')
          : t(`subscription.overview.legendNow.${per}`)}
      </LegendEntry>
      {hasNext && (
        <LegendEntry look="border-2 border-accent">
          {t('subscription.overview.legendNext')}
        </LegendEntry>
      )}
    </span>
  );
}

interface LegendEntryProps {
  readonly look: string;
  readonly children: string;
}

function LegendEntry({ look, children }: LegendEntryProps) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={classNames('size-[9px] rounded-[2px]', look)} />
      {children}
    </span>
  );
}

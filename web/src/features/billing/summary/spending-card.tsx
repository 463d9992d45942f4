import type { Spending } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { Bars } from '../../../shared/ui/bars.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { StatFigure, StatNote } from '../shared/stat.tsx';
import { useMonthlyCost, useSpending, useSpendingBars } from './use-spending.ts';

/** Costs of the project in the last 12 weeks or months, on a card. */
export function SpendingCard() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { title, data, error, isPending, isFetching, refetch } = useSpending();

  return (
    <Card role="region" aria-label={title}>
      {isPending && (
        <SkeletonGroup className="grid gap-1 px-5 py-[18px]">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-7 w-28" />
          <Skeleton className="h-[94px] w-full" />
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
          <SpendingFigures spending={data} />
        </div>
      )}
    </Card>
  );
}

function SpendingFigures({ spending }: { readonly spending: Spending }) {
  const { t } = useTranslation();
  const { currency, per } = spending;
  const { bars, paid, unpaid } = useSpendingBars(spending);
  const monthly = useMonthlyCost();

  return (
    <>
      <StatFigure>{formatMoney(paid, currency)}</StatFigure>
      {monthly && <StatNote>{monthly}</StatNote>}
      {unpaid > 0 && (
        <StatNote>
          {t('subscription.overview.notPaid', { amount: formatMoney(unpaid, currency) })}
        </StatNote>
      )}
      {paid === 0 && unpaid === 0 ? (
        <StatNote>{t(`subscription.overview.nothingSpent.${per}`)}</StatNote>
      ) : (
        <Bars caption={t(`subscription.overview.spend.${per}`)} bars={bars} />
      )}
    </>
  );
}

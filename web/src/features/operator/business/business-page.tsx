import { mayOperate, type Revenue, revenueFigures } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useConfig } from '../../../shared/config/index.ts';
import { toText } from '../../../shared/i18n/index.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { useOperatorRole } from '../use-operator-role.ts';
import { CurrencySection } from './currency-section.tsx';
import { MonthFields } from './month-fields.tsx';
import { type MonthRange, readRange } from './month-range.ts';
import { RevenueRows } from './revenue-rows.tsx';
import { TrialSection } from './trial-section.tsx';
import { type RowsAsked, useGetRevenue } from './use-revenue.ts';

/** The figures of the business, or the rows behind the one that the address names. */
export function BusinessPage() {
  const { t } = useTranslation();
  const role = useOperatorRole();
  const [search] = useSearchParams();
  const range = readRange(search);
  const asked = readAsked(search, range);

  if (!mayOperate(role, 'revenue')) {
    return (
      <>
        <PageHeader title={t('business.title')} />
        <EmptyState drawing="cold" title={t('business.noRight')}>
          {t('business.noRightText')}
        </EmptyState>
      </>
    );
  }
  return asked ? <RevenueRows asked={asked} /> : <Figures range={range} />;
}

function readAsked(search: URLSearchParams, range: MonthRange): RowsAsked | undefined {
  const figure = revenueFigures.find((one) => one === search.get('figure'));
  const month = search.get('month');
  return (
    figure && {
      ...(month === null ? range : { from: month, to: month }),
      figure,
      currency: search.get('currency') ?? undefined,
      group: search.get('group') ?? undefined,
    }
  );
}

function Figures({ range }: { readonly range: MonthRange }) {
  const { t } = useTranslation();
  const isBackwards = range.from > range.to;
  return (
    <>
      <PageHeader title={t('business.title')} sub={t('business.sub')} />
      <MonthFields range={range} error={isBackwards ? t('business.backwards') : undefined} />
      {!isBackwards && <ReadFigures range={range} />}
    </>
  );
}

function ReadFigures({ range }: { readonly range: MonthRange }) {
  const { t } = useTranslation();
  const { query, dialog } = useGetRevenue(range);
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  return (
    <>
      {error && (
        <RetryNote message={toText(error, t)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <FigureSkeleton />}
      {data && !error && (
        <div className={classNames('grid grid-cols-1 gap-8', isPlaceholderData && 'opacity-60')}>
          <Sections revenue={data} range={range} />
        </div>
      )}
      {dialog}
    </>
  );
}

interface SectionsProps {
  readonly revenue: Revenue;
  readonly range: MonthRange;
}

function Sections({ revenue, range }: SectionsProps) {
  const { t } = useTranslation();
  const { payments } = useConfig();
  const { currencies, trials, trials_running: running } = revenue;
  const hasTrials = running > 0 || trials.some(({ begun }) => begun > 0);
  if (currencies.length === 0 && !hasTrials) {
    const isOff = payments.provider === 'none';
    return (
      <EmptyState drawing="cold" title={t(isOff ? 'business.off' : 'business.none')}>
        {t(isOff ? 'business.offText' : 'business.noneText')}
      </EmptyState>
    );
  }
  return (
    <>
      {currencies.map((one) => (
        <CurrencySection key={one.currency} of={one} range={range} />
      ))}
      {hasTrials && <TrialSection trials={trials} running={running} />}
    </>
  );
}

function FigureSkeleton() {
  return (
    <SkeletonGroup className="grid gap-6">
      {['first', 'second'].map((key) => (
        <Card key={key} className="grid grid-cols-1 gap-5 p-5">
          <Skeleton className="h-6 w-44" />
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-5 w-64" />
        </Card>
      ))}
    </SkeletonGroup>
  );
}

import type { PaymentMethod, ScheduledChange } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { CardMark } from '../../../shared/card-mark.tsx';
import { planById, useConfig, useConfiguredText } from '../../../shared/config/index.ts';
import { useCurrentSubscription, useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { CardName, CardNote } from '../shared/card-text.tsx';
import { Stat, StatFigure, StatNote } from '../shared/stat.tsx';
import {
  type BillingSummaryAnswer,
  useGetBillingSummary,
} from '../shared/use-get-billing-summary.ts';
import { MainSum } from './main-sum.tsx';
import { useScheduledWords } from './scheduled-change.tsx';
import { usePriceNote } from './use-price-note.ts';

/** Plan, next invoice and, for those who may know it, the card; part of a card. */
export function BillingSummary() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, isPending, isFetching, refetch } = useGetBillingSummary();

  if (isPending) {
    return <SummarySkeleton />;
  }
  if (!data) {
    return (
      <div className="p-4">
        <RetryNote
          title={t('billing.summary.loadError')}
          message={toServerText(error, t, language)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  return (
    <section aria-label={t('billing.summary.title')}>
      <dl className={statsStyle}>
        <CurrentPlan summary={data} />
        <MainSum summary={data} />
        {data.card !== undefined && (
          <Stat name={t('billing.summary.paidWith')}>
            <BillingSummaryCard card={data.card} isOver={data.status === 'canceled'} />
          </Stat>
        )}
      </dl>
    </section>
  );
}

/** Side by side; on a phone below each other, each with its name on the left. */
const statsStyle =
  'grid divide-line max-sm:divide-y sm:grid-flow-col sm:auto-cols-fr sm:divide-x tabular-nums max-sm:[&>div]:grid-cols-[auto_1fr] max-sm:[&>div]:items-center max-sm:[&>div]:gap-x-3 max-sm:[&>div]:py-3.5 max-sm:[&_dd]:justify-items-end max-sm:[&_dd]:text-right';

function CurrentPlan({ summary }: { readonly summary: BillingSummaryAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const config = useConfig();
  const configuredText = useConfiguredText();
  const plan = planById(config, summary.plan_id);
  const note = usePriceNote()(summary);

  return (
    <Stat name={t(`billing.summary.${summary.status === 'canceled' ? 'lastPlan' : 'plan'}`)}>
      <StatFigure>{plan ? configuredText(plan.titleKey) : summary.plan_id}</StatFigure>
      {note && <StatNote>{note}</StatNote>}
      {summary.cancel_at !== null && (
        <StatNote>
          {t('billing.summary.ends', { date: formatDate(summary.cancel_at, language, timeZone) })}
        </StatNote>
      )}
      {summary.scheduled && <ComingPlan scheduled={summary.scheduled} />}
    </Stat>
  );
}

function ComingPlan({ scheduled }: { readonly scheduled: ScheduledChange }) {
  const { t } = useTranslation();
  return <StatNote>{t('billing.scheduled.line', useScheduledWords(scheduled))}</StatNote>;
}

/** A card has a line more than the word that there is none. */
function SummarySkeleton() {
  const { plan } = useCurrentSubscription();
  return (
    <SkeletonGroup>
      <div className={statsStyle}>
        {['plan', 'next', 'card'].map((key) => (
          <div key={key} className="grid gap-1.5 px-5 py-[18px]">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-7 w-32" />
            {(key !== 'card' || plan?.free !== true) && <Skeleton className="h-4 w-28" />}
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}

interface BillingSummaryCardProps {
  readonly card: PaymentMethod['card'] | null;
  /** True once nothing is charged any more. */
  readonly isOver: boolean;
}

/** The card that is charged next, or the word that there is none. */
function BillingSummaryCard({ card, isOver }: BillingSummaryCardProps) {
  const { t } = useTranslation();
  if (!card) {
    return <StatFigure>{t('billing.summary.noCard')}</StatFigure>;
  }
  return (
    <>
      <span className="flex min-h-7 flex-wrap items-center gap-x-2.5 font-card">
        <CardMark brand={card.brand} />
        <span>
          <CardName card={card} />
        </span>
      </span>
      <CardNote card={card} isOver={isOver} />
    </>
  );
}

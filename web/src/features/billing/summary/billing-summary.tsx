import type { PaymentMethod, ScheduledChange } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { CardMark } from '../../../shared/card-mark.tsx';
import { planById, useConfig, useConfiguredText } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { paths } from '../../../shared/paths.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { usePaymentDue } from '../owed/billing-due.tsx';
import { ReplaceCard } from '../payment-details/replace-card.tsx';
import { CardName, CardNote } from '../shared/card-text.tsx';
import { Stat, StatFigure, StatNote } from '../shared/stat.tsx';
import {
  type BillingSummaryAnswer,
  useGetBillingSummary,
} from '../shared/use-get-billing-summary.ts';
import { MainSum } from './main-sum.tsx';
import { OwnerAction } from './owner-action.tsx';
import { Payer, PayerSkeleton } from './payer.tsx';
import { useScheduledWords } from './scheduled-change.tsx';
import { usePriceNote } from './use-price-note.ts';

/** Plan, next charge, card and payer, each with the way to change it. */
export function BillingSummary() {
  const { t } = useTranslation();
  const language = useLanguage();
  const isPaying = useConfig().payments.provider !== 'none';
  const { data, error, isPending, isFetching, refetch } = useGetBillingSummary();

  if (isPending) {
    return <SummarySkeleton />;
  }
  if (!data) {
    return (
      <Card className="p-4">
        <RetryNote
          title={t('billing.summary.loadError')}
          message={toServerText(error, t, language)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  }
  return (
    <Card role="region" aria-label={t('billing.summary.title')} className="@container">
      <dl className={statsStyle}>
        <CurrentPlan summary={data} />
        <MainSum summary={data} />
        {isPaying && data.card !== undefined && <PaidWith card={data.card} status={data.status} />}
        {isPaying && <Payer />}
      </dl>
    </Card>
  );
}

/** Two by two, with a line between them; on a phone below each other. */
const statsStyle =
  'grid gap-px overflow-hidden rounded-[11px] bg-line tabular-nums @min-[560px]:grid-cols-2 [&>div]:bg-surface';

function CurrentPlan({ summary }: { readonly summary: BillingSummaryAnswer }) {
  const { t } = useTranslation();
  const config = useConfig();
  const configuredText = useConfiguredText();
  const plan = planById(config, summary.plan_id);
  const note = usePriceNote()(summary);
  const { subscription } = useCurrentSubscription();

  return (
    <Stat
      name={t(`billing.summary.${summary.status === 'canceled' ? 'lastPlan' : 'plan'}`)}
      actions={
        <OwnerAction to={paths.changePlan(subscription.id)} paidOnly>
          {t('billing.actions.changePlan')}
        </OwnerAction>
      }
    >
      <StatFigure>{plan ? configuredText(plan.titleKey) : summary.plan_id}</StatFigure>
      {note && <StatNote>{note}</StatNote>}
      {summary.scheduled && <ComingPlan scheduled={summary.scheduled} />}
    </Stat>
  );
}

function ComingPlan({ scheduled }: { readonly scheduled: ScheduledChange }) {
  const { t } = useTranslation();
  return <StatNote>{t('billing.scheduled.line', useScheduledWords(scheduled))}</StatNote>;
}

/** As high as what comes: beside its figures a wide card has the buttons, which a narrow one has below them. */
function SummarySkeleton() {
  const isFree = useCurrentSubscription().plan?.free === true;
  return (
    <SkeletonGroup>
      <Card className="@container">
        <div className={statsStyle}>
          {['plan', 'next', 'card', 'payer'].map((key) => (
            <div key={key} className="grid content-start gap-1.5 px-5 py-[18px]">
              <Skeleton className="h-5 w-24" />
              {key === 'payer' ? (
                <PayerSkeleton />
              ) : (
                <>
                  <Skeleton className="h-7 w-32" />
                  {/* A free project has no card that could expire. */}
                  {(key !== 'card' || !isFree) && <Skeleton className="h-4 w-28" />}
                </>
              )}
              {key !== 'next' && <Skeleton className="mt-1.5 h-[38px] w-28 @min-[820px]:hidden" />}
            </div>
          ))}
        </div>
      </Card>
    </SkeletonGroup>
  );
}

interface PaidWithProps {
  readonly card: PaymentMethod['card'] | null;
  readonly status: BillingSummaryAnswer['status'];
}

/** The card that is charged next, or the word that there is none. A payment that is due takes another card itself. */
function PaidWith({ card, status }: PaidWithProps) {
  const { t } = useTranslation();
  const { subscription, isOwner } = useCurrentSubscription();
  const isDue = usePaymentDue();
  const isOver = status === 'canceled';
  const canReplace = isOwner && !isOver && !isDue && subscription.status === 'active';
  return (
    <Stat
      name={t('billing.summary.paidWith')}
      actions={
        <>
          {card && canReplace && <ReplaceCard card={card} />}
          <OwnerAction to={paths.paymentMethods(subscription.id)}>
            {t('billing.actions.paymentMethods')}
          </OwnerAction>
        </>
      }
    >
      {card ? (
        <>
          <span className="flex min-h-7 flex-wrap items-center gap-x-2.5 font-card">
            <CardMark brand={card.brand} />
            <span>
              <CardName card={card} />
            </span>
          </span>
          <CardNote card={card} isOver={isOver} />
        </>
      ) : (
        <StatFigure>{t('billing.summary.noCard')}</StatFigure>
      )}
    </Stat>
  );
}

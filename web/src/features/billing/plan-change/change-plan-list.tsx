import type { PublicPlan } from '@hearth/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription, useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { PlanCard } from '../../../shared/plans/plan-card.tsx';
import { PlanGrid } from '../../../shared/plans/plan-grid.tsx';
import { PriceSwitch } from '../../../shared/plans/price-switch.tsx';
import { type PricedPlan, toPlanQuery } from '../../../shared/plans/prices.ts';
import type { PriceChoice } from '../../../shared/plans/use-price-choice.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { TextLink } from '../../../shared/ui/text-link.tsx';
import { NotSetUpNotice } from '../shared/not-set-up-notice.tsx';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';
import { useChangeChoice } from './use-change-choice.ts';
import { useMoves, useMoveWords, useNextStep } from './use-moves.ts';
import { useSeatsInUse } from './use-seats-in-use.ts';

/** All plans, the legacy ones too, so that a subscriber of one sees it. */
export function ChangePlanList() {
  const { t } = useTranslation();
  const { plans } = useConfig();
  const { subscription } = useCurrentSubscription();
  const choice = useChangeChoice(subscription);
  const nextStep = useNextStep(choice);

  return (
    <>
      <PageHeader
        title={t('billing.change.title')}
        sub={t('billing.change.sub')}
        actions={
          <ButtonLink to={paths.subscriptionBilling(subscription.id)}>
            {t('billing.back')}
          </ButtonLink>
        }
      />
      <NotSetUpNotice />
      <PriceSwitch choice={choice} />
      <PlanGrid plans={plans.length}>
        {plans.map((plan) => (
          <li key={plan.id}>
            <ChoosablePlan plan={plan} choice={choice} isNextStep={plan === nextStep} />
          </li>
        ))}
      </PlanGrid>
    </>
  );
}

interface ChoosablePlanProps {
  readonly plan: PublicPlan;
  readonly choice: PriceChoice;
  /** Whether its button is the page's next step. */
  readonly isNextStep: boolean;
}

function ChoosablePlan({ plan, choice, isNextStep }: ChoosablePlanProps) {
  const navigate = useNavigate();
  const [chosen] = useSearchParams();
  const { subscription } = useCurrentSubscription();
  const { data: summary } = useGetBillingSummary();
  const { t } = useTranslation();
  const { priceOfPlan, moveOf } = useMoves(choice);
  const price = priceOfPlan(plan);
  const move = moveOf(plan);
  const isCurrent = plan.id === subscription.plan_id;
  const offLabel = useOffLabel({ plan, price }, move === undefined);
  const words = useMoveWords({ plan, price }, move);
  const excess = useSeatsTooMany(isCurrent ? undefined : plan);
  const seatsLabel = excess > 0 ? t('billing.change.seatsTooMany', { count: excess }) : undefined;
  const blockedLabel = offLabel ?? seatsLabel;

  return (
    <PlanCard
      plan={plan}
      price={price}
      saving={choice.ownSaving(plan)}
      busy={false}
      off={blockedLabel !== undefined}
      label={blockedLabel ?? words.label}
      labelInFull={blockedLabel === undefined ? words.labelInFull : undefined}
      primary={isNextStep && blockedLabel === undefined}
      help={
        offLabel === undefined &&
        seatsLabel && (
          <TextLink to={paths.subscriptionUsers(subscription.id)}>
            {t('billing.change.toUsers')}
          </TextLink>
        )
      }
      badge={badgeOf(plan, isCurrent, t)}
      current={isCurrent}
      used={subscription.used}
      earlierPrice={
        isCurrent && move !== 'frequency' && summary?.is_retired_price ? summary.price : undefined
      }
      onChoose={() =>
        void navigate({
          pathname: paths.changePlan(subscription.id),
          search: toPlanQuery({ plan, price }, chosen),
        })
      }
    />
  );
}

/** How many seats in use the plan does not have. */
function useSeatsTooMany(plan: PublicPlan | undefined): number {
  const used = useSeatsInUse() ?? 0;
  return plan?.seats == null ? 0 : Math.max(0, used - plan.seats);
}

/** The badge marks the current plan, whose button may offer to pay it otherwise. */
function badgeOf(plan: PublicPlan, isCurrent: boolean, t: TFunction) {
  if (plan.legacy) {
    return <Badge>{t('billing.change.legacy')}</Badge>;
  }
  return isCurrent && <Badge>{t('billing.change.current')}</Badge>;
}

/** When the plan begins by itself, if that is scheduled. */
function useScheduledLabel({ plan, price }: PricedPlan): string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { scheduled } = useCurrentSubscription().subscription;
  const isComing =
    scheduled?.plan_id === plan.id && (plan.free || scheduled.frequency === price.frequency);
  return isComing
    ? t('billing.change.scheduledFor', { date: formatDate(scheduled.at, language, timeZone) })
    : undefined;
}

/** Why the plan cannot be chosen at the price, if so. */
function useOffLabel(priced: PricedPlan, isCurrentChoice: boolean): string | undefined {
  const scheduledLabel = useScheduledLabel(priced);
  return useNotSoldLabel(priced, isCurrentChoice) ?? scheduledLabel;
}

function useNotSoldLabel(
  { plan, price }: PricedPlan,
  isCurrentChoice: boolean,
): string | undefined {
  const { t } = useTranslation();
  const { payments, plans } = useConfig();
  const { plan_id, currency = price.currency } = useCurrentSubscription().subscription;
  const paysNow = plans.some(({ id, free }) => id === plan_id && !free);
  if (isCurrentChoice) {
    return t('billing.change.current');
  }
  if (plan.legacy) {
    return t('billing.change.legacyHint');
  }
  if (price.currency !== currency) {
    return t('billing.change.notInCurrency', { currency: currency.toUpperCase() });
  }
  if (!price.forSale && (paysNow || !plan.free)) {
    return t('subscription.create.notForSale');
  }
  if (payments.selling || plan.free) {
    return undefined;
  }
  return payments.provider === 'none' ? t('billing.change.paidOff') : t('billing.notSellingTitle');
}

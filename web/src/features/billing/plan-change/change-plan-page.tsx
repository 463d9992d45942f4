import type { Frequency, PublicPlan } from '@hearth/contract';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { planById, useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { PlanCard } from '../../../shared/plans/plan-card.tsx';
import { PriceSwitch } from '../../../shared/plans/price-switch.tsx';
import {
  type PricedPlan,
  type PriceName,
  priceOf,
  toPlanQuery,
} from '../../../shared/plans/prices.ts';
import { type PriceChoice, usePriceChoice } from '../../../shared/plans/use-price-choice.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { EndedNotice } from '../shared/ended-notice.tsx';
import { NotSetUpNotice } from '../shared/not-set-up-notice.tsx';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';
import { ChangePlanReview, ReviewSkeleton } from './change-plan-review.tsx';

/** The plans, and behind each one what it costs. The choice is part of the address, so that Back leads to the plans. */
export function ChangePlanPage() {
  const { subscription } = useCurrentSubscription();
  const config = useConfig();
  const [params] = useSearchParams();
  // The plan and its price change under the page while the page is being left.
  const [from] = useState({
    planId: subscription.plan_id,
    frequency: subscription.frequency,
    currency: subscription.currency,
  });
  const choice = useChangeChoice(from);
  const toPlanId = params.get('plan');

  if (subscription.status === 'canceled') {
    return <Canceled />;
  }
  if (toPlanId === null) {
    return <ChangePlanList />;
  }
  const plan = planById(config, toPlanId);
  if (!plan || plan.legacy) {
    return toPlanId === from.planId ? <ChangePlanList /> : <PlanNotFound />;
  }
  const to = { plan, price: choice.priceOf(plan) };
  const key = toPlanQuery(to);
  if (plan.id !== from.planId) {
    return <ChangePlanReview key={key} from={from} target={{ ...to, kind: 'plan' }} />;
  }
  return isOtherFrequency(to, from.frequency) ? (
    <ChangePlanReview key={key} from={from} target={{ ...to, kind: 'frequency' }} />
  ) : (
    <SamePrice from={from} to={to} />
  );
}

/** Chooses among the plans that can be had, in the currency that a running subscription has to keep. */
function useChangeChoice(running: PriceName): PriceChoice {
  const { plans } = useConfig();
  return usePriceChoice(
    plans.filter(({ legacy }) => !legacy),
    running,
  );
}

/** Whether the price of the present plan is charged in another period than the present one. */
function isOtherFrequency({ plan, price }: PricedPlan, present: Frequency | undefined): boolean {
  return !plan.free && plan.prices.length > 1 && price.frequency !== present;
}

interface SamePriceProps {
  readonly from: { readonly planId: string; readonly frequency: Frequency | undefined };
  readonly to: PricedPlan;
}

/** The plans, unless the subscriber is on an earlier price of the plan and can move to today's. */
function SamePrice(props: SamePriceProps) {
  const { data, isPending } = useGetBillingSummary();
  return isPending ? (
    <ReviewSkeleton />
  ) : (
    <SamePriceChoice {...props} isRetiredPrice={data?.is_retired_price === true} />
  );
}

interface SamePriceChoiceProps extends SamePriceProps {
  readonly isRetiredPrice: boolean;
}

function SamePriceChoice({ from, to, isRetiredPrice }: SamePriceChoiceProps) {
  // The price changes under the page while the page is being left.
  const [canMove] = useState(isRetiredPrice);
  return canMove ? (
    <ChangePlanReview from={from} target={{ ...to, kind: 'price' }} />
  ) : (
    <ChangePlanList />
  );
}

function Canceled() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  return (
    <>
      <PageHeader
        title={t('billing.change.title')}
        actions={
          <ButtonLink to={paths.subscriptionBilling(subscription.id)}>
            {t('billing.back')}
          </ButtonLink>
        }
      />
      <EndedNotice />
    </>
  );
}

function PlanNotFound() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  return (
    <>
      <PageHeader title={t('billing.change.title')} />
      <NotSetUpNotice />
      <Notice
        tone="bad"
        title={t('subscription.planNotFound')}
        actions={
          <ButtonLink size="small" to={paths.changePlan(subscription.id)}>
            {t('billing.change.toPlans')}
          </ButtonLink>
        }
      >
        {t('billing.change.planUnknownText')}
      </Notice>
    </>
  );
}

/** All plans, the legacy ones too: a subscriber of one sees where they are. */
function ChangePlanList() {
  const { t } = useTranslation();
  const { plans } = useConfig();
  const { subscription } = useCurrentSubscription();
  const choice = useChangeChoice(subscription);

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
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(210px,100%),1fr))] gap-4">
        {plans.map((plan) => (
          <li key={plan.id}>
            <ChoosablePlan plan={plan} choice={choice} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface ChoosablePlanProps {
  readonly plan: PublicPlan;
  readonly choice: PriceChoice;
}

function ChoosablePlan({ plan, choice }: ChoosablePlanProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [chosen] = useSearchParams();
  const { subscription } = useCurrentSubscription();
  const { data: summary } = useGetBillingSummary();
  const isCurrent = plan.id === subscription.plan_id;
  // A legacy plan can be kept as it is paid, and no other way.
  const price = plan.legacy ? priceOf(plan, subscription) : choice.priceOf(plan);
  const isOther = isCurrent && isOtherFrequency({ plan, price }, subscription.frequency);
  const earlierPrice =
    isCurrent && !isOther && summary?.is_retired_price ? summary.price : undefined;
  const canMove = (isOther || earlierPrice !== undefined) && !plan.legacy;
  const offLabel = useOffLabel({ plan, price }, isCurrent && !canMove);
  const moveKey = isOther ? (`toPaid.${price.frequency}` as const) : 'toNewPrice';

  return (
    <PlanCard
      plan={plan}
      price={price}
      saving={choice.ownSaving(plan)}
      busy={false}
      off={offLabel !== undefined}
      label={offLabel ?? (canMove ? t(`billing.change.${moveKey}`) : undefined)}
      badge={badgeOf(plan, isCurrent, t)}
      current={isCurrent}
      earlierPrice={earlierPrice}
      onChoose={() =>
        void navigate({
          pathname: paths.changePlan(subscription.id),
          search: toPlanQuery({ plan, price }, chosen),
        })
      }
    />
  );
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
  const { scheduled } = useCurrentSubscription().subscription;
  const isComing =
    scheduled?.plan_id === plan.id && (plan.free || scheduled.frequency === price.frequency);
  return isComing
    ? t('billing.change.scheduledFor', { date: formatDate(scheduled.at, language) })
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

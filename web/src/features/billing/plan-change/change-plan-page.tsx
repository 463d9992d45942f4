import type { PublicPlan } from '@hearth/contract';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { planById, useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { paths } from '../../../shared/paths.ts';
import { PlanCard } from '../../../shared/plans/plan-card.tsx';
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
  // The plan changes under the page while the page is being left.
  const [fromPlanId] = useState(subscription.plan_id);
  const toPlanId = params.get('plan');

  if (subscription.status === 'canceled') {
    return <Canceled />;
  }
  if (toPlanId === null) {
    return <ChangePlanList />;
  }
  const plan = planById(config, toPlanId);
  if (toPlanId === fromPlanId) {
    return plan && !plan.legacy ? <SamePlan plan={plan} /> : <ChangePlanList />;
  }
  if (!plan || plan.legacy) {
    return <PlanNotFound />;
  }
  return <ChangePlanReview key={plan.id} fromPlanId={fromPlanId} plan={plan} />;
}

/** The plans, unless the subscriber is on an earlier price of the plan and can move to today's. */
function SamePlan({ plan }: { readonly plan: PublicPlan }) {
  const { data, isPending } = useGetBillingSummary();
  return isPending ? (
    <ReviewSkeleton />
  ) : (
    <SamePlanChoice plan={plan} isRetiredPrice={data?.is_retired_price === true} />
  );
}

interface SamePlanChoiceProps {
  readonly plan: PublicPlan;
  readonly isRetiredPrice: boolean;
}

function SamePlanChoice({ plan, isRetiredPrice }: SamePlanChoiceProps) {
  // The price changes under the page while the page is being left.
  const [canMove] = useState(isRetiredPrice);
  return canMove ? <ChangePlanReview fromPlanId={plan.id} plan={plan} /> : <ChangePlanList />;
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
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(210px,100%),1fr))] gap-4">
        {plans.map((plan) => (
          <li key={plan.id}>
            <ChoosablePlan plan={plan} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ChoosablePlan({ plan }: { readonly plan: PublicPlan }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id, plan_id } = useCurrentSubscription().subscription;
  const { data: summary } = useGetBillingSummary();
  const isCurrent = plan.id === plan_id;
  const earlierPrice = isCurrent && summary?.is_retired_price ? summary.price : undefined;
  const canMove = earlierPrice !== undefined && !plan.legacy;
  const offLabel = useOffLabel(plan, isCurrent && !canMove);

  return (
    <PlanCard
      plan={plan}
      busy={false}
      off={offLabel !== undefined}
      label={offLabel ?? (canMove ? t('billing.change.toNewPrice') : undefined)}
      badge={badgeOf(plan, canMove, t)}
      current={isCurrent}
      earlierPrice={earlierPrice}
      onChoose={() => void navigate(`${paths.changePlan(id)}?plan=${encodeURIComponent(plan.id)}`)}
    />
  );
}

/** On a retired price the button offers today's price, and the badge marks the current plan. */
function badgeOf(plan: PublicPlan, canMove: boolean, t: TFunction) {
  if (plan.legacy) {
    return <Badge>{t('billing.change.legacy')}</Badge>;
  }
  return canMove && <Badge>{t('billing.change.current')}</Badge>;
}

/** Why the plan cannot be chosen, if so. */
function useOffLabel(plan: PublicPlan, isCurrentChoice: boolean): string | undefined {
  const { t } = useTranslation();
  const { payments, plans } = useConfig();
  const { plan_id } = useCurrentSubscription().subscription;
  const paysNow = plans.some(({ id, free }) => id === plan_id && !free);
  if (isCurrentChoice) {
    return t('billing.change.current');
  }
  if (plan.legacy) {
    return t('billing.change.legacyHint');
  }
  if (!plan.forSale && (paysNow || !plan.free)) {
    return t('subscription.create.notForSale');
  }
  if (payments.selling || plan.free) {
    return undefined;
  }
  return payments.provider === 'none' ? t('billing.change.paidOff') : t('billing.notSellingTitle');
}

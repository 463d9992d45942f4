import type { Frequency } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { planById, useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { paths } from '../../../shared/paths.ts';
import { type PricedPlan, toPlanQuery } from '../../../shared/plans/prices.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { EndedNotice } from '../shared/ended-notice.tsx';
import { NotSetUpNotice } from '../shared/not-set-up-notice.tsx';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';
import { ChangePlanList } from './change-plan-list.tsx';
import { ChangePlanReview, ReviewSkeleton } from './change-plan-review.tsx';
import { isOtherFrequency, useChangeChoice } from './use-change-choice.ts';

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

import type { PublicPlan } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { planById, useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { paths } from '../../../shared/paths.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { NotSetUpNotice } from '../payment/not-set-up-notice.tsx';
import { useGetBillingSummary } from '../payment/use-get-billing-summary.ts';
import { ChangePlanList } from './change-plan-list.tsx';
import { ChangePlanReview, ReviewSkeleton } from './change-plan-review.tsx';

/** The plans, and behind each one what it costs. The choice stands in the address, so that Back leads to the plans. */
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
    <SamePlanKnown plan={plan} isRetiredPrice={data?.is_retired_price === true} />
  );
}

interface SamePlanKnownProps {
  readonly plan: PublicPlan;
  readonly isRetiredPrice: boolean;
}

function SamePlanKnown({ plan, isRetiredPrice }: SamePlanKnownProps) {
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
      <Notice tone="info">{t('billing.canceledHint')}</Notice>
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

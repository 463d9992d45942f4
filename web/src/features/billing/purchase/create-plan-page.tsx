import type { PublicPlan } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useConfig, useConfiguredText } from '../../../shared/config/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { PlanCard } from '../../../shared/plans/plan-card.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { toPaymentText } from '../shared/payment-problem.ts';
import { BillingStep } from './billing-step.tsx';
import { UnfinishedPurchases, useUnfinishedPurchases } from './unfinished-purchases.tsx';
import { useCreateSubscription } from './use-create-subscription.ts';

const chosenPlan = 'plan';

/** Unfinished purchases come first, then the plans. */
export function CreatePlanPage() {
  const purchases = useUnfinishedPurchases();
  const [wantsAnother, setWantsAnother] = useState(false);

  if (purchases === undefined) {
    return <PlansSkeleton />;
  }
  return purchases.length > 0 && !wantsAnother ? (
    <UnfinishedPurchases purchases={purchases} onAnother={() => setWantsAnother(true)} />
  ) : (
    <CreatePlan />
  );
}

function CreatePlan() {
  const { plans, payments } = useConfig();
  const [search, setSearch] = useSearchParams();
  const chosenId = search.get(chosenPlan);
  const offered = plans.filter((plan) => !plan.legacy);
  const chosen = offered.find((plan) => plan.id === chosenId);

  if (chosen && !chosen.free && payments.selling && chosen.forSale) {
    return <BillingStep key={chosen.id} plan={chosen} onBack={() => setSearch({})} />;
  }
  return (
    <PlanChoice
      plans={offered}
      chosen={chosen}
      isUnknown={chosenId !== null && !chosen}
      onBuy={(plan) => setSearch({ [chosenPlan]: plan.id })}
    />
  );
}

interface PlanChoiceProps {
  readonly plans: readonly PublicPlan[];
  /** Pointed out in place of the popular one. */
  readonly chosen: PublicPlan | undefined;
  /** The address names a plan that nobody can choose. */
  readonly isUnknown: boolean;
  readonly onBuy: (plan: PublicPlan) => void;
}

function PlanChoice({ plans, chosen, isUnknown, onBuy }: PlanChoiceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const configuredText = useConfiguredText();
  const { provider, selling } = useConfig().payments;
  const { create, busyPlanId, refusal } = useCreateSubscription();
  const isForSale = (plan: PublicPlan) => plan.free || (selling && plan.forSale);

  return (
    <>
      <PageHeader
        title={t('subscription.create.title')}
        sub={t('subscription.create.sub')}
        actions={<ButtonLink to={paths.dashboard}>{t('subscription.create.back')}</ButtonLink>}
      />
      {isUnknown && <Notice tone="bad">{t('payment.planNotFound')}</Notice>}
      {!selling && plans.some(({ free }) => !free) && (
        <Notice tone="info">
          {provider === 'none' ? t('payment.notSetUp') : t('payment.notSelling')}
        </Notice>
      )}
      {refusal && (
        <RefusalNotice
          error={refusal.error}
          title={t('payment.createError', { plan: configuredText(refusal.plan.titleKey) })}
        >
          {toPaymentText(refusal.error, t, language)}
        </RefusalNotice>
      )}
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(260px,100%),1fr))] gap-4">
        {plans.map((plan) => (
          <li key={plan.id}>
            <PlanCard
              plan={plan}
              marked={chosen ? plan === chosen : plan.popular}
              busy={busyPlanId === plan.id}
              label={selling && !isForSale(plan) ? t('subscription.create.notForSale') : undefined}
              off={!isForSale(plan) || (busyPlanId !== undefined && busyPlanId !== plan.id)}
              onChoose={() => (plan.free ? void create(plan) : onBuy(plan))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function PlansSkeleton() {
  return (
    <SkeletonGroup className="grid gap-6">
      <Skeleton className="h-8 w-56" />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(260px,100%),1fr))] gap-4">
        {['first', 'second', 'third'].map((key) => (
          <Skeleton key={key} className="h-72 w-full" />
        ))}
      </div>
    </SkeletonGroup>
  );
}

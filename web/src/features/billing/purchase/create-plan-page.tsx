import type { PublicPlan } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { useConfig, useConfiguredText } from '../../../shared/config/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { leavePage } from '../../../shared/leaving/leave-question.ts';
import { paths } from '../../../shared/paths.ts';
import { PlanCard } from '../../../shared/plans/plan-card.tsx';
import { PlanGrid } from '../../../shared/plans/plan-grid.tsx';
import { PriceSwitch } from '../../../shared/plans/price-switch.tsx';
import { type PricedPlan, toPlanQuery } from '../../../shared/plans/prices.ts';
import { type PriceChoice, usePriceChoice } from '../../../shared/plans/use-price-choice.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { toPaymentText } from '../shared/payment-problem.ts';
import { BillingStep } from './billing-step.tsx';
import { UnfinishedPurchases, useSeenPurchases } from './unfinished-purchases.tsx';
import { useCreateSubscription } from './use-create-subscription.ts';

/** Unfinished purchases come first, then the plans. */
export function CreatePlanPage() {
  const purchases = useSeenPurchases();
  const [wantsAnother, setWantsAnother] = useState(false);
  const [search] = useSearchParams();

  if (purchases === undefined) {
    return <PlansSkeleton />;
  }
  const { unfinished, running } = purchases;
  if (running && search.has('first')) {
    // The plan was chosen for the person's first project, which has begun by now.
    return <Navigate to={paths.subscription(running.id)} replace />;
  }
  return unfinished.length > 0 && !wantsAnother ? (
    <UnfinishedPurchases purchases={unfinished} onAnother={() => setWantsAnother(true)} />
  ) : (
    <CreatePlan />
  );
}

function CreatePlan() {
  const { plans, payments } = useConfig();
  const [search, setSearch] = useSearchParams();
  const { plan: chosenId, ...named } = Object.fromEntries(search);
  const offered = plans.filter((plan) => !plan.legacy);
  const chosen = offered.find((plan) => plan.id === chosenId);
  const choice = usePriceChoice(offered);
  const price = chosen && choice.priceOf(chosen);

  if (chosen && price?.forSale && !chosen.free && payments.selling) {
    return (
      <BillingStep
        key={toPlanQuery({ plan: chosen, price })}
        plan={chosen}
        price={price}
        onBack={() => leavePage(() => setSearch(named))}
      />
    );
  }
  return (
    <PlanChoice
      plans={offered}
      choice={choice}
      chosen={chosen}
      isUnknown={chosenId !== undefined && !chosen}
      onBuy={(wanted) => setSearch(toPlanQuery(wanted, search))}
    />
  );
}

interface PlanChoiceProps {
  readonly plans: readonly PublicPlan[];
  readonly choice: PriceChoice;
  /** Pointed out in place of the popular one. */
  readonly chosen: PublicPlan | undefined;
  /** The address names a plan that nobody can choose. */
  readonly isUnknown: boolean;
  readonly onBuy: (wanted: PricedPlan) => void;
}

function PlanChoice({ plans, choice, chosen, isUnknown, onBuy }: PlanChoiceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const configuredText = useConfiguredText();
  const { provider, selling } = useConfig().payments;
  const { create, busyPlanId, refusal } = useCreateSubscription();
  const priced = plans.map((plan) => ({ plan, price: choice.priceOf(plan) }));
  const isForSale = ({ plan, price }: PricedPlan) => plan.free || (selling && price.forSale);

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
      <PriceSwitch choice={choice} />
      <PlanGrid plans={plans.length}>
        {priced.map((one) => (
          <li key={one.plan.id}>
            <PlanCard
              {...one}
              trial={one.plan.trial}
              saving={choice.ownSaving(one.plan)}
              marked={chosen ? one.plan === chosen : one.plan.popular}
              busy={busyPlanId === one.plan.id}
              label={selling && !isForSale(one) ? t('subscription.create.notForSale') : undefined}
              off={!isForSale(one) || (busyPlanId !== undefined && busyPlanId !== one.plan.id)}
              onChoose={() => (one.plan.free ? void create(one) : onBuy(one))}
            />
          </li>
        ))}
      </PlanGrid>
    </>
  );
}

function PlansSkeleton() {
  const offered = useConfig().plans.filter(({ legacy }) => !legacy);
  return (
    <SkeletonGroup className="grid gap-6">
      <Skeleton className="h-8 w-56" />
      <PlanGrid plans={offered.length}>
        {offered.map(({ id }) => (
          <li key={id}>
            <Skeleton className="h-72 w-full" />
          </li>
        ))}
      </PlanGrid>
    </SkeletonGroup>
  );
}

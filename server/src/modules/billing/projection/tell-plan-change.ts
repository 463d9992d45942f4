import type { Transaction } from '../../../platform/transaction.ts';
import { findSubscription, type Subscription } from '../../subscriptions/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import type { ProviderSubscription } from '../port/payment-provider.ts';
import type { IntentOf } from '../records/intent.ts';
import { findPreview } from '../records/plan-preview-store.ts';
import { planTitle, tellOwner } from './tell-owner.ts';

interface ChosenPlan {
  readonly intent: IntentOf<'change-plan'>;
  /** Undefined on a free plan. */
  readonly charged: ProviderSubscription | undefined;
}

/** For a plan that somebody has chosen, before it is written: with what it cost, if that was shown. */
export async function tellChosenPlan(
  tx: Transaction,
  { intent, charged }: ChosenPlan,
  context: PerformContext,
): Promise<void> {
  const { plan, at } = intent.request;
  const { id: planId, currency } = plan;
  const subscription = await findSubscription(tx, intent.subscriptionId);
  if (!subscription || subscription.planId === planId) {
    return;
  }
  const shown = await findPreview(tx, { subscriptionId: subscription.id, planId });
  const cost =
    shown?.shownAt.toISOString() === at
      ? {
          charged: { amount: shown.dueNow, currency },
          credit: { amount: shown.credit, currency },
        }
      : null;
  await tellPlanChange(tx, { subscription, planId, charged, cost }, context);
}

interface PlanChange {
  /** As it was before. */
  readonly subscription: Subscription;
  readonly planId: string;
  readonly charged: ProviderSubscription | undefined;
  readonly cost: Extract<Content, { kind: 'plan-changed' }>['cost'];
}

type Content = ReturnType<Parameters<typeof tellOwner>[1]['content']>;

export async function tellPlanChange(
  tx: Transaction,
  { subscription, planId, charged, cost }: PlanChange,
  context: PerformContext,
): Promise<void> {
  const { nextTotal, periodEnd } = charged ?? {};
  const next = nextTotal && periodEnd ? { total: nextTotal, at: periodEnd.toISOString() } : null;
  await tellOwner(
    tx,
    {
      subscription,
      page: '/billing',
      content: (about, language) => ({
        kind: 'plan-changed',
        ...about,
        from: planTitle(subscription.planId, language, context),
        to: planTitle(planId, language, context),
        cost,
        next,
      }),
    },
    context,
  );
}

import type { Transaction } from '../../../platform/transaction.ts';
import type { ContentOf } from '../../mail/index.ts';
import { findSubscription, type Subscription } from '../../subscriptions/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import type { ProviderSubscription } from '../port/payment-provider.ts';
import type { IntentOf } from '../records/intent.ts';
import { notifyOwner, planTitle } from './notify-owner.ts';
import type { FrequencyChange } from './plan-details.ts';

interface ChosenPlan {
  readonly intent: IntentOf<'change-plan'>;
  /** State at the provider after the change. */
  readonly charged: Pick<ProviderSubscription, 'trialEnd'> | undefined;
}

/** Mails the owner the chosen plan before it is written, with the cost if one was shown. */
export async function notifyChosenPlan(
  tx: Transaction,
  { intent: { subscriptionId, request }, charged }: ChosenPlan,
  context: PerformContext,
): Promise<void> {
  const { plan, fromPlanId, shown } = request;
  const frequency = toFrequencies(request);
  const { id: planId, currency } = plan;
  const subscription = await findSubscription(tx, subscriptionId);
  // A projection that saw the change first has mailed it already.
  if (!subscription || (subscription.planId === planId && fromPlanId !== planId)) {
    return;
  }
  const cost = shown
    ? {
        charged: { amount: shown.dueNow, currency },
        credit: { amount: shown.credit, currency },
      }
    : null;
  const shownNext = shown?.nextAt && { total: { amount: shown.next, currency }, at: shown.nextAt };
  const next = shown || plan.free ? shownNext || null : undefined;
  const trialEnd = (!plan.free && charged?.trialEnd) || null;
  const change = { subscription, planId, frequency, cost, next, trialEnd };
  await notifyPlanChange(tx, change, context);
}

export function toFrequencies({
  plan,
  fromFrequency,
}: IntentOf<'change-plan'>['request']): FrequencyChange {
  return { from: fromFrequency, to: plan.free ? null : plan.frequency };
}

interface PlanChange {
  /** State before the change. */
  readonly subscription: Subscription;
  readonly planId: string;
  readonly frequency: FrequencyChange;
  readonly cost: ContentOf<'plan-changed'>['cost'];
  readonly next: ContentOf<'plan-changed'>['next'];
  readonly trialEnd: Date | null;
}

export async function notifyPlanChange(
  tx: Transaction,
  { subscription, planId, frequency, cost, next, trialEnd }: PlanChange,
  context: PerformContext,
): Promise<void> {
  const isSamePlan = subscription.planId === planId;
  await notifyOwner(
    tx,
    {
      subscription,
      page: '/billing',
      content: (about, language) => ({
        kind: 'plan-changed',
        ...about,
        from: isSamePlan ? null : planTitle(subscription.planId, language, context),
        to: planTitle(planId, language, context),
        frequency,
        cost,
        next,
        trialEnd: trialEnd?.toISOString() ?? null,
      }),
    },
    context,
  );
}

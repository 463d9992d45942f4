import type { ActivityAction } from '@hearth/contract';
import type { AuditDetails } from '../../../audit/index.ts';
import { isAskedAnew, type Settlement } from '../../intents/kind.ts';
import type { PayingContext, PerformContext } from '../../port/billing-services.ts';
import { ProviderRejected } from '../../port/payment-provider.ts';
import { isSamePlan } from '../../port/price-item.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { toFrequencies } from '../../projection/notify-plan-change.ts';
import { notifyScheduled } from '../../projection/notify-scheduled.ts';
import { toPlanDetails } from '../../projection/plan-details.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOf, IntentRefusal } from '../../records/intent.ts';
import { nextReading } from '../../records/reading-store.ts';

type ChangeIntent = IntentOf<'change-plan'>;

/** Has the provider move to the plan when the period ends. A new card becomes the default, as it pays from then on. */
export async function schedulePlan(
  intent: ChangeIntent,
  takesEffectAt: string,
  context: PerformContext,
): Promise<Settlement> {
  const { keyBase, subscriptionId, request } = intent;
  const paying = requirePaying(context);
  const { db, payments } = paying;
  const { customerId, providerSubscriptionId } =
    (await findBillingAccount(db, subscriptionId)) ?? {};
  if (!providerSubscriptionId) {
    return { outcome: { refusal: { code: 'billing/under-way' } }, isPutOff: true };
  }
  const isScheduled = isAskedAnew(intent, context) && (await isPlanScheduled(intent, paying));
  if (customerId && request.cardId && !isScheduled) {
    const { cardId } = request;
    await payments.setDefaultCard({ key: `${keyBase}-default`, customerId, cardId });
  }
  const reading = await nextReading(db);
  const { items } = request.plan;
  const at = new Date(takesEffectAt);
  const change = { key: keyBase, providerSubscriptionId, items, at };
  const after = await payments.scheduleChange(change);
  const read = { charged: after, reading };
  // Resumed after the period has ended, it may be in effect already; then the owner is told of that.
  const isInEffect = isSamePlan(after.items, items);
  if (!isInEffect && !isSamePlan(after.scheduled?.items, items)) {
    const code = after.status === 'canceled' ? 'subscription/canceled' : 'subscription/ending';
    const settlement = await restoreCard(intent, { code }, paying);
    return { ...settlement, isPutOff: true, read };
  }
  return {
    outcome: { result: { subscriptionId, takesEffectAt } },
    ...toScheduledAction(intent, takesEffectAt),
    ...(!isInEffect && {
      apply: (tx) => notifyScheduled(tx, { subscriptionId, request, takesEffectAt }, context),
    }),
    read,
  };
}

function toScheduledAction(
  { request }: ChangeIntent,
  takesEffectAt: string,
): { readonly action: ActivityAction; readonly details: AuditDetails } {
  const plan = { from: request.fromPlanId, to: request.plan.id };
  const details = toPlanDetails(plan, toFrequencies(request));
  return {
    action: 'subscription.plan-change-scheduled',
    details: { ...details, takes_effect_at: takesEffectAt },
  };
}

/** Whether the plan is scheduled, or in effect already. */
export async function isPlanScheduled(
  { subscriptionId, request }: ChangeIntent,
  { db, payments }: PayingContext,
): Promise<boolean> {
  const charged = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
  const found = charged ? await payments.readSubscription(charged) : undefined;
  const { items } = request.plan;
  return isSamePlan(found?.scheduled?.items, items) || isSamePlan(found?.items, items);
}

/** Removes a schedule without a next plan, left by an interrupted attempt. An earlier change stays scheduled, and the previous card stays the default. */
export async function undoSchedule(
  intent: ChangeIntent,
  refusal: IntentRefusal,
  context: PayingContext,
): Promise<Settlement> {
  const { keyBase, subscriptionId } = intent;
  const { db, payments } = context;
  const charged = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
  const found = charged ? await payments.readSubscription(charged) : undefined;
  if (found && !found.scheduled) {
    await payments.dropScheduled({ key: `${keyBase}-drop`, id: found.id });
  }
  return await restoreCard(intent, refusal, context);
}

/** Makes the previous card the default again, unless it was removed meanwhile. */
export async function restoreCard(
  { keyBase, subscriptionId, request }: ChangeIntent,
  refusal: IntentRefusal,
  { db, payments, log }: PayingContext,
): Promise<Settlement> {
  const customerId = (await findBillingAccount(db, subscriptionId))?.customerId;
  const cardId = request.cardBefore;
  if (customerId && cardId) {
    try {
      await payments.setDefaultCard({ key: `${keyBase}-default-again`, customerId, cardId });
    } catch (error) {
      if (!(error instanceof ProviderRejected)) {
        throw error;
      }
      log.error({ err: error, subscription: subscriptionId }, 'default card not restored');
    }
  }
  return { outcome: { refusal } };
}

import type { PayingContext } from '../port/billing-services.ts';
import type { ChangePreview, Money } from '../port/payment-provider.ts';
import { type Plan, planPrice } from '../port/plan.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';

const weekMs = 7 * 24 * 3_600_000;

interface PlanChange {
  readonly subscriptionId: string;
  readonly plan: Plan;
  /** Instant from which the time that is left is reckoned. */
  readonly at: Date;
}

/** What a change would cost; `nextAt` is null where nothing is charged any more. */
export type Reckoning = Omit<ChangePreview, 'nextAt'> & { readonly nextAt: Date | null };

/** What the change to the plan would cost at that instant. */
export async function reckonChange(
  { subscriptionId, plan, at }: PlanChange,
  { db, payments }: PayingContext,
): Promise<Reckoning> {
  const price = planPrice(plan);
  const nothing = { amount: 0, currency: price.currency };
  if (plan.free) {
    return { at, dueNow: nothing, credit: nothing, next: nothing, nextAt: null };
  }
  const account = await findBillingAccount(db, subscriptionId);
  const providerSubscriptionId = account?.providerSubscriptionId;
  if (!providerSubscriptionId) {
    const customerId = account?.customerId;
    const credit = customerId ? await payments.readCredit(customerId) : 0;
    return { at, ...reckonFirstWeeks(price, credit), credit: nothing, nextAt: weekAfter(at) };
  }
  const { priceIds } = plan;
  return await payments.previewChange({ providerSubscriptionId, priceIds, at });
}

/** Credit of earlier plans pays the first week, and what is left of it the next. */
function reckonFirstWeeks({ amount, currency }: Money, credit: number) {
  const used = Math.min(amount, credit);
  const usedNext = Math.min(amount, credit - used);
  return {
    dueNow: { amount: amount - used, currency },
    next: { amount: amount - usedNext, currency },
  };
}

const weekAfter = (at: Date) => new Date(at.getTime() + weekMs);

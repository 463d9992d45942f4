import type { PayingContext } from '../port/billing-services.ts';
import type { ChangePreview, Money } from '../port/payment-provider.ts';
import { type Plan, planPrice } from '../port/plan.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';

const weekMs = 7 * 24 * 3_600_000;

interface PlanChange {
  readonly subscriptionId: string;
  readonly plan: Plan;
  /** Instant from which the rest of the period is computed. */
  readonly at: Date;
}

/** Cost of a change; `nextAt` is null where nothing is charged any more. */
export type ChangeCost = Omit<ChangePreview, 'nextAt'> & { readonly nextAt: Date | null };

/** Computes what the change to the plan would cost at that instant. */
export async function computeChange(
  { subscriptionId, plan, at }: PlanChange,
  { db, payments }: PayingContext,
): Promise<ChangeCost> {
  const account = await findBillingAccount(db, subscriptionId);
  const { customerId, providerSubscriptionId, isPending } = account ?? {};
  if (providerSubscriptionId && !isPending) {
    const { priceIds } = plan;
    const cost = await payments.previewChange({ providerSubscriptionId, priceIds, at });
    return plan.free ? { ...cost, nextAt: null } : cost;
  }
  const price = planPrice(plan);
  const nothing = { amount: 0, currency: price.currency };
  if (plan.free) {
    return { at, dueNow: nothing, credit: nothing, next: nothing, nextAt: null };
  }
  const credit = customerId ? ((await payments.readCustomer(customerId))?.credit ?? 0) : 0;
  return { at, ...computeFirstWeeks(price, credit), credit: nothing, nextAt: weekAfter(at) };
}

/** Credit of earlier plans pays the first week, and the rest of it the next. */
function computeFirstWeeks({ amount, currency }: Money, credit: number) {
  const used = Math.min(amount, credit);
  const usedNext = Math.min(amount, credit - used);
  return {
    dueNow: { amount: amount - used, currency },
    next: { amount: amount - usedNext, currency },
  };
}

const weekAfter = (at: Date) => new Date(at.getTime() + weekMs);

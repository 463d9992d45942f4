import type { PayingContext } from '../port/billing-services.ts';
import type { AmountParts, ChangePreview, Money } from '../port/payment-provider.ts';
import { addPeriods } from '../port/period.ts';
import { type PricedPlan, priceAmount } from '../port/plan.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { readCredit } from './credit.ts';

interface PlanChange extends PricedPlan {
  readonly subscriptionId: string;
  /** Instant from which the rest of the period is computed. */
  readonly at: Date;
  readonly keepsEnd?: true;
}

/** Computes the cost of the change at that instant. */
export async function computeChange(
  { subscriptionId, plan, price, ...change }: PlanChange,
  { db, payments }: PayingContext,
): Promise<ChangePreview> {
  const { at } = change;
  const account = await findBillingAccount(db, subscriptionId);
  const { providerSubscriptionId, isPending } = account ?? {};
  if (providerSubscriptionId && !isPending) {
    const { priceIds } = price;
    const cost = await payments.previewChange({ providerSubscriptionId, priceIds, ...change });
    // On Free, an end that is set at the provider does not end the project.
    return plan.free ? { ...cost, nextAt: null, endsAt: null } : cost;
  }
  const full = priceAmount(price);
  const nothing = { amount: 0, currency: full.currency };
  const parts = plainParts(full);
  if (plan.free) {
    const costs = { dueNow: nothing, credit: nothing, next: nothing };
    return { at, ...costs, nextAt: null, parts, endsAt: null };
  }
  const credit = await readCredit({ account, price }, { payments });
  const nextAt = addPeriods(at, price.frequency, 1);
  const periods = computeFirstPeriods(full, credit);
  return { at, ...periods, credit: nothing, nextAt, parts, endsAt: null };
}

/** Without a subscription at the provider there are no discounts and taxes. */
function plainParts({ amount }: Money): AmountParts {
  return { subtotal: amount, discount: 0, tax: 0, isTaxIncluded: false };
}

/** Credit of earlier plans pays the first period and then the second; a debt is added to the first. */
function computeFirstPeriods({ amount, currency }: Money, credit: number) {
  const used = Math.min(amount, credit);
  const usedNext = Math.min(amount, credit - used);
  return {
    dueNow: { amount: amount - used, currency },
    next: { amount: amount - usedNext, currency },
  };
}

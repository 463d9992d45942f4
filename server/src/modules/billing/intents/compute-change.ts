import type { PayingContext } from '../port/billing-services.ts';
import type { AmountParts, ChangePreview, Money } from '../port/payment-provider.ts';
import { addPeriods } from '../port/period.ts';
import { type PricedPlan, priceAmount } from '../port/plan.ts';
import { isTaxed, type TaxedBuyer, toBuyer } from '../port/taxes.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { readCredit } from './credit.ts';

interface PlanChange extends PricedPlan {
  readonly subscriptionId: string;
  /** Instant from which the rest of the period is computed. */
  readonly at: Date;
  readonly keepsEnd?: true;
  /** Buyer whose details the change saves first; the stored ones count where it is left out, or has no place. */
  readonly buyer?: TaxedBuyer | undefined;
}

/** Computes the cost of the change at that instant. */
export async function computeChange(
  { subscriptionId, plan, price, buyer, ...change }: PlanChange,
  context: PayingContext,
): Promise<ChangePreview> {
  const { db, payments } = context;
  const { at } = change;
  const account = await findBillingAccount(db, subscriptionId);
  const { providerSubscriptionId, isPending } = account ?? {};
  if (providerSubscriptionId && !isPending) {
    const { priceIds } = price;
    const wanted = { providerSubscriptionId, priceIds, ...change };
    const cost = await payments.previewChange({ ...wanted, ...(buyer?.place && { buyer }) });
    // On Free, an end that is set at the provider does not end the project.
    return plan.free ? { ...cost, nextAt: null, endsAt: null } : cost;
  }
  const full = priceAmount(price);
  const nothing = { amount: 0, currency: full.currency };
  if (plan.free) {
    const costs = { dueNow: nothing, credit: nothing, next: nothing };
    return { at, ...costs, nextAt: null, parts: plainParts(full), endsAt: null };
  }
  const details = account?.details;
  const taxed = buyer ?? (details ? toBuyer(details) : { place: undefined, taxId: undefined });
  const first = isTaxed(context.settings, { plan })
    ? await payments.previewPurchase({ priceIds: price.priceIds, buyer: taxed })
    : { parts: plainParts(full), dueNow: full };
  const credit = await readCredit({ account, price }, { payments });
  const nextAt = addPeriods(at, price.frequency, 1);
  const periods = computeFirstPeriods(first.dueNow, credit);
  return { at, ...periods, credit: nothing, nextAt, parts: first.parts, endsAt: null };
}

/** Without a subscription at the provider there are no discounts. */
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

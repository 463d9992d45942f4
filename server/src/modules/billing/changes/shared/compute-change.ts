import { refuseIf } from '../../../../platform/refusal.ts';
import { taxOfCharge } from '../../port/amounts.ts';
import type { PayingContext } from '../../port/billing-services.ts';
import type {
  AmountParts,
  ChangePreview,
  Money,
  PurchasePreview,
} from '../../port/payment-provider.ts';
import { hasOthers } from '../../port/price-item.ts';
import type { PromotionCode } from '../../port/provider-objects.ts';
import { toBalanceLines, trialLines } from '../../port/rules/cost-lines.ts';
import { addPeriods, endOfTrial } from '../../port/rules/period.ts';
import { itemsOf, type Price, type PricedPlan, priceAmount } from '../../port/rules/plan.ts';
import { isTaxed, type TaxedBuyer, toBuyer } from '../../port/taxes.ts';
import type { BillingAccount } from '../../records/billing-account-store.ts';
import type { ChangeTime } from './decide-plan-change.ts';

export interface TimedPreview extends ChangePreview {
  /** Null where the change takes effect now. */
  readonly takesEffectAt: Date | null;
}

/** Computes the cost of the change, now or at the end of the paid period. */
export async function computeTimedChange(
  { when, ...change }: PlanChange & { readonly when: ChangeTime },
  context: PayingContext,
): Promise<TimedPreview> {
  const { account, plan, price, at, buyer } = change;
  const charged = account?.providerSubscriptionId;
  if (when === 'now' || !charged) {
    return { ...(await computeChange(change, context)), takesEffectAt: null };
  }
  const wanted = { providerSubscriptionId: charged, items: itemsOf(price), at };
  const cost = await context.payments.previewScheduled({
    ...wanted,
    ...(buyer?.place && { buyer }),
  });
  const nextAt = isNeverCharged(plan, account) ? null : cost.nextAt;
  return { ...cost, nextAt, takesEffectAt: cost.nextAt };
}

/** Whether nothing is charged on the plan, not even an item besides it. */
const isNeverCharged = ({ free }: PricedPlan['plan'], account: BillingAccount | undefined) =>
  free && !hasOthers(account?.items);

interface PlanChange extends PricedPlan {
  readonly account: BillingAccount | undefined;
  /** Instant from which the rest of the period is computed. */
  readonly at: Date;
  readonly keepsEnd?: true;
  /** Buyer whose details the change saves first; the stored ones count where it is left out, or has no place. */
  readonly buyer?: TaxedBuyer | undefined;
  /** Terms of a first payment. */
  readonly first?: FirstPayment | undefined;
}

/** The promotion code and the trial of a first payment. */
export interface FirstPayment {
  readonly promotion?: PromotionCode | undefined;
  /** Undefined where it does not begin with a trial. */
  readonly trialDays?: number | undefined;
}

/** Whether nothing was ever charged for the project: the change begins a subscription at the provider. */
export function isFirstPayment(
  plan: Pick<PricedPlan['plan'], 'free'>,
  account: Pick<BillingAccount, 'providerSubscriptionId' | 'isPending'> | undefined,
): boolean {
  return !plan.free && (!account?.providerSubscriptionId || account.isPending);
}

/** Computes the cost of the change at that instant. */
export async function computeChange(
  { account, plan, price, buyer, first = {}, ...change }: PlanChange,
  context: PayingContext,
): Promise<ChangePreview> {
  const { payments } = context;
  const { at } = change;
  const { providerSubscriptionId, isPending } = account ?? {};
  if (providerSubscriptionId && !isPending) {
    const wanted = { providerSubscriptionId, items: itemsOf(price), ...change };
    const cost = await payments.previewChange({ ...wanted, ...(buyer?.place && { buyer }) });
    // On Free, an end that is set at the provider does not end the project.
    const nextAt = isNeverCharged(plan, account) ? null : cost.nextAt;
    // A trial ends there too.
    const lines = cost.lines.filter(({ kind }) => kind !== 'trial');
    return plan.free ? { ...cost, lines, nextAt, endsAt: null } : cost;
  }
  const full = priceAmount(price);
  const nothing = { amount: 0, currency: full.currency };
  if (plan.free) {
    const costs = { dueNow: nothing, credit: nothing, next: nothing, nextTax: 0 };
    return { at, ...costs, nextAt: null, parts: plainParts(full), lines: [], endsAt: null };
  }
  const { promotion } = first;
  const nextAt = addPeriods(at, price.frequency, 1);
  const priced = { plan, price, buyer, promotion, account, from: at, to: nextAt };
  const cost = await computeFirstCost(priced, context);
  const credit = await readCredit({ account, price }, context);
  const later = { at, credit: nothing, endsAt: null };
  if (first.trialDays !== undefined) {
    const trialEnd = endOfTrial(at, first.trialDays);
    const parts = { ...cost.parts, ...nothingYet, tax: cost.parts.tax === null ? null : 0 };
    const sums = afterTrial(cost.dueNow, credit);
    const lines = [
      ...trialLines({ items: itemsOf(price), from: at, to: trialEnd }),
      ...toBalanceLines({ total: 0, due: sums.dueNow.amount, credit }),
    ];
    const firstCharge = { total: cost.dueNow.amount, tax: cost.parts.tax };
    const nextTax = taxOfCharge(firstCharge, sums.next.amount);
    return { ...later, ...sums, nextTax, nextAt: trialEnd, parts, lines };
  }
  const sums = computeFirstPeriods(cost, credit);
  const { parts } = cost;
  const nextTax = taxOfCharge({ total: cost.next.amount, tax: cost.nextTax }, sums.next.amount);
  const due = sums.dueNow.amount;
  const lines = [...cost.lines, ...toBalanceLines({ total: cost.dueNow.amount, due, credit })];
  return { ...later, ...sums, nextTax, nextAt, parts, lines };
}

const nothingYet = { subtotal: 0, discount: 0 };

interface FirstCost extends PricedPlan {
  readonly buyer: TaxedBuyer | undefined;
  readonly promotion: PromotionCode | undefined;
  readonly account: BillingAccount | undefined;
  /** First period. */
  readonly from: Date;
  readonly to: Date;
}

/** The provider is asked where a tax or a discount makes the first period cost another sum than the price. */
async function computeFirstCost(
  { plan, price, buyer, promotion, account, from, to }: FirstCost,
  { payments, settings }: PayingContext,
): Promise<Omit<PurchasePreview, 'nextAt'>> {
  const full = priceAmount(price);
  const isWithTax = isTaxed(settings, { plan });
  if (!promotion && !isWithTax) {
    const [item] = itemsOf(price);
    const { amount } = full;
    const time = { priceId: item?.price ?? null, quantity: item?.quantity ?? null, from, to };
    const lines = [{ kind: 'plan', amount, ...time } as const];
    return { parts: plainParts(full), lines, dueNow: full, next: full, nextTax: 0 };
  }
  const details = account?.details;
  const taxed = buyer ?? (details ? toBuyer(details) : { place: undefined, taxId: undefined });
  return await payments.previewPurchase({
    items: itemsOf(price),
    promotion,
    buyer: isWithTax ? taxed : undefined,
  });
}

/** Without a subscription at the provider there are no discounts. */
function plainParts({ amount }: Money): AmountParts {
  return { subtotal: amount, discount: 0, tax: 0, isTaxIncluded: false };
}

interface FirstPeriods {
  readonly dueNow: Money;
  readonly next: Money;
}

/** Credit of earlier plans pays the first period and then the second; a debt is added to the first. */
function computeFirstPeriods({ dueNow, next }: FirstPeriods, credit: number): FirstPeriods {
  const used = Math.min(dueNow.amount, credit);
  const usedNext = Math.min(next.amount, credit - used);
  return {
    dueNow: { ...dueNow, amount: dueNow.amount - used },
    next: { ...next, amount: next.amount - usedNext },
  };
}

/** A debt is due with the trial's invoice of 0, and credit is left for the first charge after it. */
function afterTrial(first: Money, balance: number): FirstPeriods {
  return computeFirstPeriods({ dueNow: { ...first, amount: 0 }, next: first }, balance);
}

/**
 * Reads the customer's credit for a first payment, in minor units; below zero it is a debt. Refuses a price in
 * another currency than the credit, because no provider takes one from the other (decision 045).
 */
export async function readCredit(
  {
    account,
    price,
  }: { readonly account: BillingAccount | undefined; readonly price: Pick<Price, 'currency'> },
  { payments }: Pick<PayingContext, 'payments'>,
): Promise<number> {
  const { customerId, providerSubscriptionId } = account ?? {};
  const customer = customerId ? await payments.readCustomer(customerId) : undefined;
  // A first payment that still waits is given up for this one, which gives back the credit that it used.
  const waiting = providerSubscriptionId
    ? (await payments.readSubscription(providerSubscriptionId))?.latestInvoice
    : undefined;
  const returned = waiting?.status === 'open' ? waiting.fromCredit.amount : 0;
  const currency = returned > 0 ? waiting?.fromCredit.currency : customer?.creditCurrency;
  refuseIf(currency != null && currency !== price.currency, 'plan/no-such-price');
  return (customer?.credit ?? 0) + returned;
}

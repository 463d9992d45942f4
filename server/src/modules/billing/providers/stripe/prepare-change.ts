import type Stripe from 'stripe';
import type { PriceChange } from '../../port/payment-provider.ts';
import type { PriceItem } from '../../port/price-item.ts';
import { InstantOutsidePeriod, PaymentOpen, PaymentReturned } from '../../port/provider-failure.ts';
import { exceedsDelivered } from '../../port/rules/returned-money.ts';
import type { Connection, PriceTerms } from './connection.ts';
import { priceOf } from './invoice-parts.ts';
import { creditedAmountOf } from './invoices.ts';
import { toItems } from './items.ts';
import { readTerms } from './prices.ts';
import {
  endOf,
  latestInvoiceOf,
  periodOf,
  toStatus,
  totalOf,
  waitingInvoiceOf,
} from './subscription.ts';

interface ItemChange {
  readonly id?: string;
  readonly price?: string;
  readonly quantity?: number;
  readonly deleted?: boolean;
}

/** Items of a subscription that a plan change replaces, those that take their place, and those that it leaves. */
export interface Planned {
  /** The plan's items before the change. */
  readonly before: readonly Stripe.SubscriptionItem[];
  /** The plan's items after the change, and the terms of their prices in the same order. */
  readonly after: readonly PlannedItem[];
  readonly terms: readonly PriceTerms[];
  /** Items that stay as they are. */
  readonly others: readonly Stripe.SubscriptionItem[];
  /** Cost of a period of the plan after the change. */
  readonly planTotal: number;
  /** Cost of a period of all items after the change. */
  readonly total: number;
}

interface PlannedItem {
  readonly id?: string;
  readonly price: string;
  readonly quantity: number;
}

export async function readPlanned(
  connection: Connection,
  subscription: Stripe.Subscription,
  wanted: readonly PriceItem[],
): Promise<Planned> {
  const { before, others } = splitItems(connection, subscription, wanted);
  const after = planAfter(before, wanted);
  const terms = await readTerms(
    connection,
    after.map(({ price }) => price),
  );
  const planTotal = after.reduce(
    (sum, { quantity }, index) => sum + (terms[index]?.amount ?? 0) * quantity,
    0,
  );
  return { before, after, terms, others, planTotal, total: planTotal + totalOf(others) };
}

/** Changes the plan's items to the wanted prices; empty if it has them. */
export function itemChanges(
  connection: Connection,
  subscription: Stripe.Subscription,
  wanted: readonly PriceItem[],
): ItemChange[] {
  const { before } = splitItems(connection, subscription, wanted);
  const after = planAfter(before, wanted);
  const surplus = before.filter(({ id }) => !after.some((item) => item.id === id));
  return [
    ...after.filter(({ price }) => !before.some((item) => item.price.id === price)),
    ...surplus.map(({ id }) => ({ id, deleted: true })),
  ];
}

function splitItems(
  connection: Connection,
  { items: { data } }: Stripe.Subscription,
  wanted: readonly PriceItem[] = [],
) {
  const isPlans = toItems(connection, data, wanted).map(({ role }) => role === 'plan');
  return {
    before: data.filter((_, index) => isPlans[index]),
    others: data.filter((_, index) => !isPlans[index]),
  };
}

/**
 * An item keeps its id, because one without an id would be added, and its quantity, which somebody may have set at
 * Stripe. A price that comes in addition takes the quantity of the first item.
 */
function planAfter(
  before: readonly Stripe.SubscriptionItem[],
  wanted: readonly PriceItem[],
): PlannedItem[] {
  const ofPlan = wanted.filter(({ role }) => role === 'plan');
  const leaving = before.filter(({ price }) => !ofPlan.some((item) => item.price === price.id));
  return ofPlan.map(({ price, quantity }) => {
    const item = before.find((one) => one.price.id === price) ?? leaving.shift();
    const present = (item ?? before[0])?.quantity;
    return { ...(item && { id: item.id }), price, quantity: present ?? quantity };
  });
}

/** Whether a new period begins with the change: at another interval, and after a price of 0. */
export function beginsPeriod(
  { items }: Stripe.Subscription,
  { before, terms, total }: Planned,
): boolean {
  const isFromFree = totalOf(items.data) === 0 && total > 0;
  const present = before.map(({ price }) => price.recurring);
  return (
    isFromFree ||
    terms.some(({ interval, intervalCount }) =>
      present.some((now) => now?.interval !== interval || now.interval_count !== intervalCount),
    )
  );
}

/**
 * Tells Stripe that a new period begins now. Flexible subscriptions keep their anchor otherwise, classic ones move it
 * by themselves. In a trial the anchor is the trial's end.
 */
export function anchorOf(
  subscription: Stripe.Subscription,
  planned: Planned,
): Pick<Stripe.SubscriptionUpdateParams, 'billing_cycle_anchor'> {
  const isMoved = subscription.status !== 'trialing' && beginsPeriod(subscription, planned);
  return isMoved ? { billing_cycle_anchor: { type: 'now' } } : {};
}

/** Whether the change is bought, so that it waits for its payment. A new period is charged whole, however little it costs per day. */
function isBought(subscription: Stripe.Subscription, planned: Planned): boolean {
  return beginsPeriod(subscription, planned) || planned.total > totalOf(subscription.items.data);
}

/** Whether the change takes back an end that is set: nobody buys time to be ended in it (decision 045). */
export function clearsEnd(
  subscription: Stripe.Subscription,
  planned: Planned,
  { keepsEnd }: Pick<PriceChange, 'keepsEnd'>,
): boolean {
  const isPaid = isBought(subscription, planned) && planned.planTotal > 0;
  return isPaid && !keepsEnd && endOf(subscription) !== null;
}

/** Refuses an instant outside the period of any item. An item that was added in the dashboard has its own period. */
export function requireInPeriod({ items }: Stripe.Subscription, at: Date): void {
  const seconds = toSeconds(at);
  const isInside = items.data.every(
    ({ current_period_start, current_period_end }) =>
      seconds >= current_period_start && seconds <= current_period_end,
  );
  if (!isInside) {
    throw new InstantOutsidePeriod();
  }
}

/** Stripe's instants are whole seconds. */
export function toSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

/**
 * Refuses a change that takes effect now unless the period is paid and still counts as paid, because the change credits
 * the rest of it: credit notes may not exceed the price of the delivered time (decision 045). Refunds and disputes do
 * not show on invoices and are checked in our rows.
 */
export function requirePaidTime(
  connection: Connection,
  subscription: Stripe.Subscription,
  at: Date,
): void {
  requirePaid(connection, subscription);
  const invoice = chargingInvoiceOf(subscription);
  if (
    invoice?.status === 'paid' &&
    exceedsDelivered({
      total: invoice.total,
      returned: creditedAmountOf(invoice),
      from: new Date(invoice.created * 1_000),
      to: new Date(periodOf(subscription).end * 1_000),
      at,
    })
  ) {
    throw new PaymentReturned();
  }
}

/** Refuses while the period is not paid: no draft of the first hour, no open, void or uncollectible invoice, no paused collection. */
export function requirePaid(connection: Connection, subscription: Stripe.Subscription): void {
  const isCollected = toStatus(subscription) === 'active' && !subscription.pause_collection;
  const invoice = chargingInvoiceOf(subscription);
  const isPaid =
    !invoice || invoice.status === 'paid' || isDroppedChange(connection, invoice, subscription);
  if (!isCollected || !isPaid) {
    throw new PaymentOpen();
  }
}

/** The newest invoice, if it charges for the period. A waiting change is skipped: it was requested when the period was paid. */
function chargingInvoiceOf(subscription: Stripe.Subscription): Stripe.Invoice | undefined {
  const invoice = latestInvoiceOf(subscription);
  return invoice && invoice.total > 0 && !waitingInvoiceOf(subscription) ? invoice : undefined;
}

/** A dropped change is recognized by the plan's prices that its invoice charges for. */
function isDroppedChange(
  connection: Connection,
  { status, billing_reason, lines }: Stripe.Invoice,
  subscription: Stripe.Subscription,
): boolean {
  const { before } = splitItems(connection, subscription);
  const present = new Set(before.map(({ price }) => price.id));
  const isMade = lines.data.some(
    ({ amount, pricing }) => amount > 0 && present.has(priceOf(pricing)),
  );
  return status === 'void' && billing_reason === 'subscription_update' && !isMade;
}

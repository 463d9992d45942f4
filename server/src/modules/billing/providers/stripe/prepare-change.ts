import type Stripe from 'stripe';
import type { PriceChange } from '../../port/payment-provider.ts';
import { InstantOutsidePeriod, PaymentOpen, PaymentReturned } from '../../port/provider-failure.ts';
import { exceedsDelivered } from '../../port/returned-money.ts';
import type { PriceTerms } from './connection.ts';
import { creditedAmountOf, priceOf } from './invoices.ts';
import { totalOf } from './prices.ts';
import {
  endOf,
  latestInvoiceOf,
  periodOf,
  presentTotal,
  toStatus,
  waitingInvoiceOf,
} from './subscription.ts';

interface ItemChange {
  readonly id?: string;
  readonly price?: string;
  readonly quantity?: number;
  readonly deleted?: boolean;
}

/** Changes the items to the wanted prices. Items keep their ids, because one without an id would be added. */
export function itemChanges(
  { items }: Stripe.Subscription,
  priceIds: readonly string[],
): ItemChange[] {
  const leaving = items.data.filter(({ price }) => !priceIds.includes(price.id));
  const coming = priceIds.filter((id) => !items.data.some(({ price }) => price.id === id));
  const replaced = coming.map((price, index) => {
    const item = leaving[index];
    return { ...(item && { id: item.id }), price, quantity: 1 };
  });
  const surplus = leaving.slice(coming.length).map(({ id }) => ({ id, deleted: true }));
  return [...replaced, ...surplus];
}

/** Whether a new period begins with the change: at another interval, and after a price of 0. */
export function beginsPeriod(
  subscription: Stripe.Subscription,
  wanted: readonly PriceTerms[],
): boolean {
  const isFromFree = presentTotal(subscription) === 0 && totalOf(wanted) > 0;
  const present = subscription.items.data.map(({ price }) => price.recurring);
  return (
    isFromFree ||
    wanted.some(({ interval, intervalCount }) =>
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
  wanted: readonly PriceTerms[],
): Pick<Stripe.SubscriptionUpdateParams, 'billing_cycle_anchor'> {
  const isMoved = subscription.status !== 'trialing' && beginsPeriod(subscription, wanted);
  return isMoved ? { billing_cycle_anchor: { type: 'now' } } : {};
}

/** Whether the change is bought, so that it waits for its payment. A new period is charged whole, however little it costs per day. */
export function isBought(
  subscription: Stripe.Subscription,
  wanted: readonly PriceTerms[],
): boolean {
  return beginsPeriod(subscription, wanted) || totalOf(wanted) > presentTotal(subscription);
}

/** Whether the change takes back an end that is set: nobody buys time to be ended in it (decision 045). */
export function clearsEnd(
  subscription: Stripe.Subscription,
  wanted: readonly PriceTerms[],
  { keepsEnd }: Pick<PriceChange, 'keepsEnd'>,
): boolean {
  const isPaid = isBought(subscription, wanted) && totalOf(wanted) > 0;
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
export function requirePaidTime(subscription: Stripe.Subscription, at: Date): void {
  requirePaid(subscription);
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
export function requirePaid(subscription: Stripe.Subscription): void {
  const isCollected = toStatus(subscription) === 'active' && !subscription.pause_collection;
  const invoice = chargingInvoiceOf(subscription);
  const isPaid = !invoice || invoice.status === 'paid' || isDroppedChange(invoice, subscription);
  if (!isCollected || !isPaid) {
    throw new PaymentOpen();
  }
}

/** The newest invoice, if it charges for the period. A waiting change is skipped: it was requested when the period was paid. */
function chargingInvoiceOf(subscription: Stripe.Subscription): Stripe.Invoice | undefined {
  const invoice = latestInvoiceOf(subscription);
  return invoice && invoice.total > 0 && !waitingInvoiceOf(subscription) ? invoice : undefined;
}

/** A dropped change is recognized by the prices that its invoice charges for. */
function isDroppedChange(
  { status, billing_reason, lines }: Stripe.Invoice,
  { items }: Stripe.Subscription,
): boolean {
  const present = new Set(items.data.map(({ price }) => price.id));
  const isMade = lines.data.some(
    ({ amount, pricing }) => amount > 0 && present.has(priceOf(pricing)),
  );
  return status === 'void' && billing_reason === 'subscription_update' && !isMade;
}

import type Stripe from 'stripe';
import { PaymentOpen, PaymentReturned } from '../../port/change-refused.ts';
import { creditedAmountOf, priceOf } from './invoices.ts';
import { latestInvoiceOf, toStatus, waitingInvoiceOf } from './subscription.ts';

/**
 * Refuses a change unless the period is paid, because the change credits the rest of it: no draft of
 * the first hour, no open, void or uncollectible invoice, no credit note, no paused collection.
 * Refunds and disputes do not show on invoices and are checked in our rows (decision 027).
 */
export function requirePaidTime(subscription: Stripe.Subscription): void {
  const isCollected = toStatus(subscription) === 'active' && !subscription.pause_collection;
  if (!isCollected) {
    throw new PaymentOpen();
  }
  const invoice = latestInvoiceOf(subscription);
  // A waiting or dropped change is skipped: it was requested when the period was paid.
  if (!invoice || invoice.total <= 0 || waitingInvoiceOf(subscription)) {
    return;
  }
  if (invoice.status !== 'paid' && !isDroppedChange(invoice, subscription)) {
    throw new PaymentOpen();
  }
  if (invoice.status === 'paid' && creditedAmountOf(invoice) > 0) {
    throw new PaymentReturned();
  }
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

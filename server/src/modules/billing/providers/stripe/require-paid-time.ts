import type Stripe from 'stripe';
import { PaymentOpen } from '../../port/change-refused.ts';
import type { Connection } from './connection.ts';
import { creditedAmountOf } from './invoices.ts';
import {
  latestInvoiceOf,
  periodOf,
  presentTotal,
  toStatus,
  waitingInvoiceOf,
} from './subscription.ts';

/**
 * A change credits the rest of the period, so the period must be paid: no draft of the first hour, no
 * open, void or uncollectible invoice, no credit note. While collection is paused nobody pays at all.
 */
export function requirePaidTime(subscription: Stripe.Subscription): void {
  const isCollected = toStatus(subscription) === 'active' && !subscription.pause_collection;
  if (!isCollected || isUnpaid(subscription)) {
    throw new PaymentOpen();
  }
}

/** A change that waits or was dropped says nothing: it was asked for when the period was paid. */
function isUnpaid(subscription: Stripe.Subscription): boolean {
  const invoice = latestInvoiceOf(subscription);
  if (!invoice || invoice.total <= 0 || waitingInvoiceOf(subscription)) {
    return false;
  }
  return invoice.status === 'paid'
    ? creditedAmountOf(invoice) > 0
    : !isDroppedChange(invoice, subscription);
}

/** Told from a change that was made and not paid by what it charges for. */
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

function priceOf(pricing: Stripe.InvoiceLineItem['pricing']): string {
  const price = pricing?.price_details?.price ?? '';
  return typeof price === 'string' ? price : price.id;
}

/** A refund or a dispute changes the charge and not its invoice, so the charges of the period are read. */
export async function requireKeptMoney(
  { stripe }: Connection,
  subscription: Stripe.Subscription,
): Promise<void> {
  if (presentTotal(subscription) === 0) {
    return;
  }
  const { customer } = subscription;
  const charges = stripe.charges.list({
    customer: typeof customer === 'string' ? customer : customer.id,
    created: { gte: periodOf(subscription).start },
    limit: 100,
  });
  for await (const { amount_refunded, disputed } of charges) {
    if (amount_refunded > 0 || disputed) {
      throw new PaymentOpen();
    }
  }
}

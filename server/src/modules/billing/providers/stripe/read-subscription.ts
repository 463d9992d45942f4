import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type { NextTotal, ProviderSubscription, RunningPage } from '../../port/payment-provider.ts';
import { owes } from '../../port/rules/debt.ts';
import type { Connection } from './connection.ts';
import { readDebt } from './debt.ts';
import { partsOf } from './invoice-parts.ts';
import { findPayment } from './invoices.ts';
import { isElsewhere } from './metadata.ts';
import { isInvalidRequest, isMissing } from './stripe-errors.ts';
import {
  hasEnded,
  isPausedAt,
  latestInvoiceOf,
  toStatus,
  toSubscription,
  wholeSubscription,
} from './subscription.ts';

const wholeInList = wholeSubscription.map((path) => `data.${path}`);

export async function readSubscription(
  connection: Connection,
  id: string,
): Promise<ProviderSubscription | undefined> {
  const subscription = await findById(connection, id);
  return subscription && withPayment(connection, subscription);
}

export async function findSubscription(
  connection: Connection,
  { customerId, intentId }: { readonly customerId: string; readonly intentId: string },
): Promise<ProviderSubscription | undefined> {
  const pages = connection.stripe.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: 100,
    expand: wholeInList,
  });
  for await (const subscription of pages) {
    if (subscription.metadata.intentId === intentId) {
      return withPayment(connection, subscription);
    }
  }
  return undefined;
}

export async function listSubscriptions(
  connection: Connection,
  customerId: string,
): Promise<readonly ProviderSubscription[]> {
  const running: ProviderSubscription[] = [];
  // By default Stripe lists no canceled subscriptions, but expired ones.
  const pages = connection.stripe.subscriptions.list({
    customer: customerId,
    limit: 100,
    expand: wholeInList,
  });
  try {
    for await (const subscription of pages) {
      if (!hasEnded(subscription)) {
        running.push(await withPayment(connection, subscription));
      }
    }
  } catch (error) {
    if (!isMissing(error)) {
      throw error;
    }
    // The customer was deleted at Stripe.
  }
  return running;
}

export async function listRunning(
  connection: Connection,
  after: string | undefined,
): Promise<RunningPage<ProviderSubscription>> {
  const { stripe } = connection;
  const behind = after === undefined ? {} : { starting_after: after };
  try {
    const { data, has_more } = await stripe.subscriptions.list({
      limit: 100,
      expand: wholeInList,
      ...behind,
    });
    const subscriptions = data.map((subscription) => ({
      ...toSubscription(connection, subscription, undefined),
      isElsewhere: isElsewhere(connection, subscription.metadata),
    }));
    return { subscriptions, hasMore: has_more };
  } catch (error) {
    if (after !== undefined && isMissing(error)) {
      // The last subscription has ended meanwhile; the next round begins again.
      return { subscriptions: [], hasMore: false };
    }
    throw error;
  }
}

export async function readNextTotal({ stripe }: Connection, id: string): Promise<NextTotal | null> {
  try {
    const [preview, subscription] = await Promise.all([
      stripe.invoices.createPreview({ subscription: id }, oneTimeKey()),
      stripe.subscriptions.retrieve(id),
    ]);
    if (isPausedAt(subscription, preview.period_end)) {
      return null;
    }
    const { amount_due: amount, currency } = preview;
    return { total: { amount, currency }, parts: partsOf(preview) };
  } catch (error) {
    // The subscription ends with its period, or has ended.
    const isLast = isInvalidRequest(error) && error.code === 'invoice_upcoming_none';
    if (isLast || isMissing(error)) {
      return null;
    }
    throw error;
  }
}

/** Reads the subscription with the fields for `toSubscription`, except the payment. */
export function retrieveSubscription(
  { stripe }: Connection,
  id: string,
): Promise<Stripe.Subscription> {
  return stripe.subscriptions.retrieve(id, { expand: wholeSubscription });
}

/** Undefined where Stripe has no such subscription. */
async function findById(
  connection: Connection,
  id: string,
): Promise<Stripe.Subscription | undefined> {
  try {
    return await retrieveSubscription(connection, id);
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}

/** Reads the payment only where the bank may wait for the payer, and the debt only where there is one. */
export async function withPayment(
  connection: Connection,
  subscription: Stripe.Subscription,
): Promise<ProviderSubscription> {
  const invoice = latestInvoiceOf(subscription);
  const mayWait = invoice?.status === 'open' && !hasEnded(subscription);
  const [payment, debt] = await Promise.all([
    mayWait ? findPayment(connection, invoice.id) : undefined,
    owes({ status: toStatus(subscription) }) ? readDebt(connection, subscription) : undefined,
  ]);
  return toSubscription(connection, subscription, payment, debt);
}

/** Random key for a preview, so that Stripe never repeats an earlier answer. */
export function oneTimeKey() {
  return { idempotencyKey: `preview-${randomUUID()}` };
}

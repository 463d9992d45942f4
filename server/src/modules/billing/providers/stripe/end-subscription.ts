import type Stripe from 'stripe';
import type { PaymentProvider, ProviderSubscription } from '../../port/payment-provider.ts';
import { closeOwed } from './close-owed.ts';
import type { Connection } from './connection.ts';
import { voidInvoice } from './invoices.ts';
import { retrieveSubscription } from './read-subscription.ts';
import { isMissing } from './stripe-errors.ts';
import { latestInvoiceOf, toStatus, toSubscription, wholeSubscription } from './subscription.ts';

type EndedSubscription = Parameters<PaymentProvider['endSubscription']>[0];

/** Ends the subscription. All invoices are checked: an older renewal may be owed while the latest is paid or of 0. */
export async function endSubscription(
  connection: Connection,
  { key, id }: EndedSubscription,
): Promise<ProviderSubscription> {
  const ended = (await cancel(connection, id)) ?? (await retrieveSubscription(connection, id));
  const hasChanged = await closeOwed(connection, { key, subscription: ended });
  const now = hasChanged ? await retrieveSubscription(connection, id) : ended;
  return toSubscription(connection, now, undefined);
}

export async function giveUpSubscription(
  connection: Connection,
  { key, id }: EndedSubscription,
): Promise<boolean> {
  const subscription = await retrieveSubscription(connection, id);
  const state = stateOf(subscription);
  return state === 'waiting' ? giveUpWaiting(connection, subscription, key) : state === 'over';
}

/** Voids the invoice first, so that it cannot be paid while the subscription ends. */
export async function giveUpWaiting(
  connection: Connection,
  subscription: Stripe.Subscription,
  key: string,
): Promise<boolean> {
  const { id } = subscription;
  const invoice = latestInvoiceOf(subscription);
  if (invoice) {
    await voidInvoice(connection, { key, id: invoice.id });
  }
  const state = stateOf(await retrieveSubscription(connection, id));
  if (state === 'waiting') {
    await cancel(connection, id);
  }
  return state !== 'paid';
}

type State = 'waiting' | 'paid' | 'over';

function stateOf(subscription: Stripe.Subscription): State {
  const status = toStatus(subscription);
  if (status === 'canceled') {
    return 'over';
  }
  const isPaid = latestInvoiceOf(subscription)?.status === 'paid';
  return status === 'incomplete' && !isPaid ? 'waiting' : 'paid';
}

/** Undefined for an ended subscription, which Stripe answers as if it had never existed. */
async function cancel(
  { stripe }: Connection,
  id: string,
): Promise<Stripe.Subscription | undefined> {
  try {
    return await stripe.subscriptions.cancel(id, {
      prorate: false,
      invoice_now: false,
      expand: wholeSubscription,
    });
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}

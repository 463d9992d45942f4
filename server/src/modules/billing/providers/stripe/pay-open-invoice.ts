import type Stripe from 'stripe';
import type { Charge, PaymentProvider } from '../../port/payment-provider.ts';
import type { Connection } from './connection.ts';
import { asksForPerson, findPayment, listOpenInvoices } from './invoices.ts';
import { retrieveSubscription, withPayment } from './read-subscription.ts';
import { isCardError, isInvalidRequest, isWithoutCard, noCard } from './stripe-errors.ts';
import { latestInvoiceOf, toStatus, waitingInvoiceOf } from './subscription.ts';

type OwingSubscription = Parameters<PaymentProvider['payOpenInvoice']>[0];

/** Reason why an invoice cannot be collected. */
type Obstacle =
  | { readonly clientSecret: string }
  | { readonly clientSecret: null; readonly message: string };

export async function payOpenInvoice(
  connection: Connection,
  { key, id }: OwingSubscription,
): Promise<Charge | undefined> {
  const before = await retrieveSubscription(connection, id);
  const owed = await listOwed(connection, before);
  if (owed.length === 0) {
    return undefined;
  }

  const obstacle = await payAll(connection, owed, key);
  if (obstacle?.clientSecret === null) {
    return { outcome: 'declined', message: obstacle.message };
  }
  const after = await retrieveSubscription(connection, id);
  const subscription = await withPayment(connection, after);
  return obstacle
    ? { outcome: 'authentication-needed', clientSecret: obstacle.clientSecret, subscription }
    : { outcome: 'paid', subscription };
}

/** Lists what is owed, drafts of an unpaid subscription included: it becomes active only once they are paid. */
async function listOwed(
  connection: Connection,
  subscription: Stripe.Subscription,
): Promise<readonly Stripe.Invoice[]> {
  const status = toStatus(subscription);
  if (status === 'canceled') {
    return [];
  }
  const latest = latestInvoiceOf(subscription);
  const waiting = waitingInvoiceOf(subscription);
  const open = await listOpenInvoices(connection, subscription.id);
  const owed = open.filter(({ id }) => id !== waiting?.id);
  return status === 'unpaid' && latest?.status === 'draft' ? [...owed, latest] : owed;
}

async function payAll(
  connection: Connection,
  owed: readonly Stripe.Invoice[],
  key: string,
): Promise<Obstacle | undefined> {
  for (const invoice of owed) {
    const obstacle = await pay(connection, invoice.id, key);
    if (obstacle) {
      return obstacle;
    }
  }
  return undefined;
}

async function pay(connection: Connection, id: string, key: string): Promise<Obstacle | undefined> {
  const { stripe } = connection;
  try {
    await stripe.invoices.pay(id, { off_session: false }, { idempotencyKey: `${key}-${id}` });
    return undefined;
  } catch (error) {
    if (isCardError(error)) {
      return findObstacle(connection, id, error.message);
    }
    if (isWithoutCard(error)) {
      return { clientSecret: null, message: noCard };
    }
    // The invoice may have been paid meanwhile, on its page or by a retry of Stripe's.
    const isSettled =
      isInvalidRequest(error) && (await stripe.invoices.retrieve(id)).status === 'paid';
    if (!isSettled) {
      throw error;
    }
    return undefined;
  }
}

/** Reads the present state, because a repeated key answers its first refusal. */
async function findObstacle(
  connection: Connection,
  invoiceId: string,
  message: string,
): Promise<Obstacle | undefined> {
  const payment = await findPayment(connection, invoiceId);
  if (payment?.status === 'succeeded') {
    return undefined;
  }
  const clientSecret = (asksForPerson(payment) && payment?.client_secret) || null;
  return clientSecret === null ? { clientSecret, message } : { clientSecret };
}

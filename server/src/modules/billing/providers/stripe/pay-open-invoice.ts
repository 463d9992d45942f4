import type Stripe from 'stripe';
import type { PaymentProvider } from '../../port/payment-provider.ts';
import { requireShown } from '../../port/rules/debt.ts';
import type { Connection } from './connection.ts';
import { listOwed, toStripeDebt } from './debt.ts';
import { asksForPerson, declined, findPayment, isProcessing } from './invoices.ts';
import { retrieveSubscription, withPayment } from './read-subscription.ts';
import { isCardError, isInvalidRequest, isWithoutCard, noCard } from './stripe-errors.ts';

type OwingSubscription = Parameters<PaymentProvider['payOpenInvoice']>[0];

/** Reason why an invoice cannot be collected. */
type Obstacle =
  | 'processing'
  | { readonly clientSecret: string }
  | { readonly clientSecret: null; readonly message: string };

export async function payOpenInvoice(
  connection: Connection,
  { key, id, shown }: OwingSubscription,
): ReturnType<PaymentProvider['payOpenInvoice']> {
  const before = await retrieveSubscription(connection, id);
  const owed = await listOwed(connection, before);
  if (owed.length === 0) {
    return undefined;
  }
  requireShown(shown, toStripeDebt(owed));
  const final = await finalize(connection, owed, key);
  requireShown(shown, toStripeDebt(final));

  const obstacle = await payAll(connection, final, key);
  if (obstacle === 'processing') {
    return { outcome: 'processing' };
  }
  if (obstacle?.clientSecret === null) {
    return { outcome: 'declined', message: obstacle.message };
  }
  const after = await retrieveSubscription(connection, id);
  const subscription = await withPayment(connection, after);
  return obstacle
    ? { outcome: 'authentication-needed', clientSecret: obstacle.clientSecret, subscription }
    : { outcome: 'paid', subscription };
}

/** Finalizes drafts, since that may change their sum by a tax or by credit. */
async function finalize(
  { stripe }: Connection,
  owed: readonly Stripe.Invoice[],
  key: string,
): Promise<readonly Stripe.Invoice[]> {
  return await Promise.all(
    owed.map((invoice) =>
      invoice.status === 'draft'
        ? stripe.invoices.finalizeInvoice(
            invoice.id,
            { auto_advance: false },
            { idempotencyKey: `${key}-finalize-${invoice.id}` },
          )
        : invoice,
    ),
  );
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
    const params = { off_session: false };
    const paid = await stripe.invoices.pay(id, params, { idempotencyKey: `${key}-${id}` });
    return paid.status === 'paid' ? undefined : await findObstacle(connection, id, declined);
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
    if (isSettled) {
      return undefined;
    }
    if (isInvalidRequest(error) && isProcessing(await findPayment(connection, id))) {
      return 'processing';
    }
    throw error;
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
  if (isProcessing(payment)) {
    return 'processing';
  }
  const clientSecret = (asksForPerson(payment) && payment?.client_secret) || null;
  return clientSecret === null ? { clientSecret, message } : { clientSecret };
}

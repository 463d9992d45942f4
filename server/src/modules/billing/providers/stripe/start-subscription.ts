import type Stripe from 'stripe';
import {
  type Charge,
  type NewProviderSubscription,
  ProviderUnavailable,
} from '../../port/payment-provider.ts';
import { attachCard } from './cards.ts';
import type { Connection } from './connection.ts';
import { giveUpSubscription } from './end-subscription.ts';
import { findPayment, hasFailed, sentenceOf } from './invoices.ts';
import { isCardError } from './stripe-errors.ts';
import {
  latestInvoiceOf,
  paidOrWaiting,
  retrieveSubscription,
  toStatus,
  toSubscription,
} from './subscription.ts';

export async function startSubscription(
  connection: Connection,
  wanted: NewProviderSubscription,
): Promise<Charge> {
  try {
    const { id } = await create(connection, wanted);
    // Read again: the answer to a repeated key is as old as the first one.
    const subscription = await retrieveSubscription(connection, id);
    return await settle(connection, subscription, wanted.key);
  } catch (error) {
    if (isCardError(error)) {
      return { outcome: 'declined', message: error.message };
    }
    throw error;
  }
}

async function create(
  connection: Connection,
  wanted: NewProviderSubscription,
): Promise<Stripe.Subscription> {
  const { stripe } = connection;
  const { key, customerId, subscriptionId, intentId, priceIds } = wanted;
  const card = await attachCard(connection, {
    key: `${key}-attach`,
    customerId,
    cardId: wanted.cardId,
  });
  await stripe.customers.update(
    customerId,
    { invoice_settings: { default_payment_method: card.id } },
    { idempotencyKey: `${key}-default` },
  );
  return stripe.subscriptions.create(
    {
      customer: customerId,
      items: priceIds.map((price) => ({ price, quantity: 1 })),
      default_payment_method: card.id,
      payment_behavior: 'allow_incomplete',
      payment_settings: {
        payment_method_types: ['card'],
        save_default_payment_method: 'on_subscription',
      },
      metadata: { subscriptionId, intentId },
    },
    { idempotencyKey: key },
  );
}

async function settle(
  connection: Connection,
  subscription: Stripe.Subscription,
  key: string,
): Promise<Charge> {
  const { id } = subscription;
  const status = toStatus(subscription);
  const invoice = latestInvoiceOf(subscription);
  const isPaid = status !== 'incomplete' && status !== 'canceled';
  const charge = paidOrWaiting(await toSubscription(connection, subscription));
  if (isPaid || invoice?.status === 'paid' || charge.outcome === 'authentication-needed') {
    return charge;
  }

  const payment = invoice && (await findPayment(connection, invoice.id));
  if (status === 'incomplete' && !hasFailed(payment)) {
    throw new ProviderUnavailable('Stripe has not settled the first payment yet.');
  }
  if (!(await giveUpSubscription(connection, { key: `${key}-end`, id }))) {
    const paid = await retrieveSubscription(connection, id);
    return paidOrWaiting(await toSubscription(connection, paid));
  }
  return { outcome: 'declined', message: sentenceOf(payment) };
}

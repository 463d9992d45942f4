import type Stripe from 'stripe';
import {
  type Charge,
  type NewProviderSubscription,
  ProviderUnavailable,
} from '../../port/payment-provider.ts';
import { type Connection, isReplay } from './connection.ts';
import { giveUpWaiting } from './end-subscription.ts';
import { findPayment, hasFailed, requireDecided, sentenceOf } from './invoices.ts';
import { toItemParams } from './items.ts';
import { ownMetadata } from './metadata.ts';
import { withCode } from './promotion-codes.ts';
import { retrieveSubscription, withPayment } from './read-subscription.ts';
import { isCardError, isWithoutCard, noCard } from './stripe-errors.ts';
import {
  latestInvoiceOf,
  paidOrWaiting,
  toStatus,
  toSubscription,
  wholeSubscription,
} from './subscription.ts';
import { withTaxErrors } from './taxes.ts';
import { toStartedTrial, trialParams } from './trial.ts';

export async function startSubscription(
  connection: Connection,
  wanted: NewProviderSubscription,
): Promise<Charge> {
  try {
    const { discountId: promotion_code } = wanted;
    const discounts = promotion_code === undefined ? undefined : [{ promotion_code }];
    const made = await withTaxErrors(() => withCode(() => create(connection, wanted, discounts)));
    return made.status === 'trialing'
      ? await toStartedTrial(connection, made)
      : await readOutcomeOrGiveUp(connection, made, wanted.key);
  } catch (error) {
    if (isCardError(error)) {
      return { outcome: 'declined', message: error.message };
    }
    if (isWithoutCard(error)) {
      return { outcome: 'declined', message: noCard };
    }
    throw error;
  }
}

/** Reads the subscription as it is now: the answer to a repeated key is as old as the first one. */
export async function create(
  connection: Connection,
  wanted: NewProviderSubscription,
  discounts?: Stripe.SubscriptionCreateParams['discounts'],
): Promise<Stripe.Subscription> {
  const { key, customerId, subscriptionId, intentId, isTaxed } = wanted;
  const made = await connection.stripe.subscriptions.create(
    {
      customer: customerId,
      items: toItemParams(wanted.items),
      // Said aloud, because the default changed once and may change again; discounts of prorations are itemized, or Stripe shows them as 0.
      billing_mode: { type: 'flexible', flexible: { proration_discounts: 'itemized' } },
      ...(discounts && { discounts }),
      ...trialParams(wanted),
      ...(isTaxed && { automatic_tax: { enabled: true } }),
      payment_behavior: 'allow_incomplete',
      payment_settings: {
        payment_method_types: ['card'],
        save_default_payment_method: 'on_subscription',
      },
      metadata: { ...ownMetadata(connection, subscriptionId), intentId },
      expand: wholeSubscription,
    },
    { idempotencyKey: key },
  );
  return isReplay(made) ? retrieveSubscription(connection, made.id) : made;
}

async function readOutcomeOrGiveUp(
  connection: Connection,
  subscription: Stripe.Subscription,
  key: string,
): Promise<Charge> {
  const status = toStatus(subscription);
  const invoice = latestInvoiceOf(subscription);
  const isPaid = status !== 'incomplete' && status !== 'canceled';
  if (isPaid || invoice?.status === 'paid') {
    return paidOrWaiting(await withPayment(connection, subscription));
  }

  const payment = invoice && (await findPayment(connection, invoice.id));
  const charge = paidOrWaiting(toSubscription(connection, subscription, payment));
  if (charge.outcome === 'authentication-needed') {
    return charge;
  }
  requireDecided(payment);
  if (status === 'incomplete') {
    if (!hasFailed(payment)) {
      throw new ProviderUnavailable('Stripe has not settled the first payment yet.');
    }
    if (!(await giveUpWaiting(connection, subscription, `${key}-end`))) {
      const paid = await retrieveSubscription(connection, subscription.id);
      return paidOrWaiting(await withPayment(connection, paid));
    }
  }
  return { outcome: 'declined', message: sentenceOf(payment) };
}

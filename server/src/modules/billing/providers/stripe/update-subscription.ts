import type Stripe from 'stripe';
import type { Keyed } from '../../port/payment-provider.ts';
import { type Connection, isReplay } from './connection.ts';
import { retrieveSubscription } from './read-subscription.ts';
import { wholeSubscription } from './subscription.ts';

interface Update extends Keyed {
  readonly id: string;
  readonly params: Stripe.SubscriptionUpdateParams;
}

/** Answers the subscription as it is now: the answer to a repeated key is as old as the first one. */
export async function updateSubscription(
  connection: Connection,
  { key, id, params }: Update,
): Promise<Stripe.Subscription> {
  const updated = await connection.stripe.subscriptions.update(
    id,
    { ...params, expand: wholeSubscription },
    { idempotencyKey: key },
  );
  return isReplay(updated) ? await retrieveSubscription(connection, id) : updated;
}

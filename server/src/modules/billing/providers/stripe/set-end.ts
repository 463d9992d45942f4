import type Stripe from 'stripe';
import type { Keyed, ProviderSubscription } from '../../port/payment-provider.ts';
import { releaseSchedule } from './attached-schedule.ts';
import type { Connection } from './connection.ts';
import { retrieveSubscription, withPayment } from './read-subscription.ts';
import { endOf, hasEnded, periodOf, toStatus } from './subscription.ts';
import { updateSubscription } from './update-subscription.ts';

type EndingSubscription = Keyed & { readonly id: string };

export async function endAtPeriodEnd(
  connection: Connection,
  { key, id }: EndingSubscription,
): Promise<ProviderSubscription> {
  const before = await retrieveSubscription(connection, id);
  const end = endOf(before);
  const endsAnyway = end !== null && end.getTime() <= periodOf(before).end * 1_000;
  if (toStatus(before) !== 'active' || endsAnyway) {
    return withPayment(connection, before);
  }
  await releaseSchedule(connection, before, key);
  const cancellation_details = { comment };
  return update(connection, { key, id }, { cancel_at_period_end: true, cancellation_details });
}

/** Removes the flag and its comment, or the instant that the customer portal sets without the flag. */
export async function keepGoing(
  connection: Connection,
  { key, id }: EndingSubscription,
): Promise<ProviderSubscription> {
  const before = await retrieveSubscription(connection, id);
  if (hasEnded(before) || endOf(before) === null) {
    return withPayment(connection, before);
  }
  await releaseSchedule(connection, before, key);
  const cancellation_details = { comment: '' } as const;
  return before.cancel_at_period_end
    ? update(connection, { key, id }, { cancel_at_period_end: false, cancellation_details })
    : update(connection, { key: `${key}-at`, id }, { cancel_at: '', cancellation_details });
}

/** Tells the dashboard's readers who set the end. */
const comment = 'Canceled by the owner at the end of the period.';

async function update(
  connection: Connection,
  ending: EndingSubscription,
  params: Stripe.SubscriptionUpdateParams,
): Promise<ProviderSubscription> {
  const now = await updateSubscription(connection, { ...ending, params });
  return withPayment(connection, now);
}

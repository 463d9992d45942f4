import type Stripe from 'stripe';
import type { ScheduledPrices } from '../../port/payment-provider.ts';
import { isSamePlan } from '../../port/price-item.ts';
import type { Connection } from './connection.ts';
import { toItems } from './items.ts';

/** The schedule that manages the subscription, ours or an operator's; undefined where none does. It has to be expanded. */
export function scheduleOf({
  schedule,
}: Stripe.Subscription): Stripe.SubscriptionSchedule | undefined {
  return schedule !== null && typeof schedule === 'object' && isAttached(schedule)
    ? schedule
    : undefined;
}

const isAttached = ({ status }: Stripe.SubscriptionSchedule) =>
  status === 'active' || status === 'not_started';

/**
 * The prices of the phase after the present one. Null where the schedule is half made or in its last phase, and
 * where the plan's prices stay the same.
 */
export function scheduledPricesOf(
  connection: Connection,
  subscription: Stripe.Subscription,
): ScheduledPrices | null {
  const schedule = scheduleOf(subscription);
  const from = schedule?.current_phase?.end_date;
  const next = from && schedule?.phases.find(({ start_date }) => start_date >= from);
  if (!next) {
    return null;
  }
  const items = toItems(connection, next.items);
  const isSame = isSamePlan(toItems(connection, subscription.items.data), items);
  return isSame ? null : { items, at: new Date(next.start_date * 1_000) };
}

/** Detaches the schedule, because Stripe sets and removes no end while one is attached. The subscription goes on as it is. */
export async function releaseSchedule(
  { stripe }: Connection,
  subscription: Stripe.Subscription,
  key: string,
): Promise<void> {
  const schedule = scheduleOf(subscription);
  if (schedule) {
    await stripe.subscriptionSchedules.release(
      schedule.id,
      {},
      { idempotencyKey: `${key}-release` },
    );
  }
}

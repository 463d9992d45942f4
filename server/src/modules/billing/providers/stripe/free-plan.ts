import type Stripe from 'stripe';
import type {
  FreePlan,
  PaymentProvider,
  ProviderSubscription,
} from '../../port/payment-provider.ts';
import { isSamePlan } from '../../port/price-item.ts';
import { releaseSchedule, scheduledPricesOf } from './attached-schedule.ts';
import type { Connection } from './connection.ts';
import { freeTimePrefix, freeUntilOf, withoutFreeTime } from './discounts.ts';
import { giveFreeTime, makeCoupon } from './free-time.ts';
import { anchorOf, itemChanges, readPlanned } from './prepare-change.ts';
import { retrieveSubscription, withPayment } from './read-subscription.ts';
import { setPhases } from './schedule-change.ts';
import { create } from './start-subscription.ts';
import { firstPeriodOf, hasEnded } from './subscription.ts';
import { withTaxErrors } from './taxes.ts';
import { updateSubscription } from './update-subscription.ts';

/**
 * The end of the coupon is when the free plan takes over, so that no renewal costs its price in between. Each step
 * is left out if an earlier attempt has made it.
 */
export async function startFreePlan(
  connection: Connection,
  gift: FreePlan,
): Promise<ProviderSubscription> {
  const { key, id, returnTo } = gift;
  const before = id === null ? await begin(connection, gift) : await move(connection, gift, id);
  const at = freeUntilOf(before);
  const isReturning = isSamePlan(scheduledPricesOf(connection, before)?.items, returnTo);
  if (hasEnded(before) || at === null || isReturning) {
    return withPayment(connection, before);
  }
  const planned = await readPlanned(connection, before, returnTo);
  const { start } = firstPeriodOf(planned.before);
  await setPhases(connection, before, { key, planned, start, at });
  return withPayment(connection, await retrieveSubscription(connection, before.id));
}

async function begin(connection: Connection, gift: FreePlan): Promise<Stripe.Subscription> {
  const coupon = freeTimePrefix + gift.intentId;
  await makeCoupon(connection, { coupon, months: gift.months });
  const wanted = { ...gift, key: `${gift.key}-start` };
  return await withTaxErrors(() => create(connection, wanted, [{ coupon }]));
}

/** The coupon comes first, so that the invoice of the new items has it. */
async function move(
  connection: Connection,
  { key, intentId, months, items }: FreePlan,
  id: string,
): Promise<Stripe.Subscription> {
  const before = await retrieveSubscription(connection, id);
  if (hasEnded(before) || itemChanges(connection, before, items).length === 0) {
    return before;
  }
  await releaseSchedule(connection, before, key);
  await giveFreeTime(connection, { key: `${key}-free`, id, giftId: intentId, months });
  return updateSubscription(connection, {
    id,
    key: `${key}-items`,
    params: {
      items: itemChanges(connection, before, items),
      ...anchorOf(before, await readPlanned(connection, before, items)),
      proration_behavior: 'none',
    },
  });
}

export async function endFreePlan(
  connection: Connection,
  { key, id, returnTo }: Parameters<PaymentProvider['endFreePlan']>[0],
): Promise<ProviderSubscription> {
  const before = await retrieveSubscription(connection, id);
  const items = itemChanges(connection, before, returnTo);
  if (hasEnded(before) || (items.length === 0 && freeUntilOf(before) === null)) {
    return withPayment(connection, before);
  }
  await releaseSchedule(connection, before, key);
  const after = await updateSubscription(connection, {
    id,
    key: `${key}-items`,
    params: {
      items,
      ...anchorOf(before, await readPlanned(connection, before, returnTo)),
      ...withoutFreeTime(before),
      proration_behavior: 'none',
    },
  });
  return withPayment(connection, after);
}

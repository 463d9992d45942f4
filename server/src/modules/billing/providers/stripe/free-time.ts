import type Stripe from 'stripe';
import type { Keyed, PaymentProvider, ProviderSubscription } from '../../port/payment-provider.ts';
import type { Connection } from './connection.ts';
import { couponOf, freeTimePrefix, isFreeTime, toDiscountParams } from './discounts.ts';
import { retrieveSubscription, withPayment } from './read-subscription.ts';
import { isInvalidRequest } from './stripe-errors.ts';
import { hasEnded } from './subscription.ts';
import { updateSubscription } from './update-subscription.ts';

/** The coupon comes last, so that it takes off what other discounts leave. */
export async function giveFreeTime(
  connection: Connection,
  { key, id, giftId, months }: Parameters<PaymentProvider['giveFreeTime']>[0],
): Promise<ProviderSubscription> {
  const before = await retrieveSubscription(connection, id);
  const coupon = freeTimePrefix + giftId;
  if (hasEnded(before) || before.discounts.some((one) => couponOf(one) === coupon)) {
    return withPayment(connection, before);
  }
  await makeCoupon(connection, { coupon, months });
  const others = before.discounts.filter((one) => !isFreeTime(one));
  const discounts = [...toDiscountParams(others), { coupon }];
  return update(connection, { key, id, discounts });
}

/** A coupon for one subscription. One that exists was made by an attempt before. */
export async function makeCoupon(
  { stripe }: Connection,
  { coupon, months }: { readonly coupon: string; readonly months: number },
): Promise<void> {
  try {
    await stripe.coupons.create(
      {
        id: coupon,
        name: 'Free of charge',
        percent_off: 100,
        duration: 'repeating',
        duration_in_months: months,
        max_redemptions: 1,
      },
      { idempotencyKey: coupon },
    );
  } catch (error) {
    if (!isInvalidRequest(error) || error.code !== 'resource_already_exists') {
      throw error;
    }
  }
}

export async function endFreeTime(
  connection: Connection,
  { key, id }: Parameters<PaymentProvider['endFreeTime']>[0],
): Promise<ProviderSubscription> {
  const before = await retrieveSubscription(connection, id);
  const others = before.discounts.filter((one) => !isFreeTime(one));
  if (hasEnded(before) || others.length === before.discounts.length) {
    return withPayment(connection, before);
  }
  return update(connection, {
    key,
    id,
    discounts: others.length > 0 ? toDiscountParams(others) : '',
  });
}

interface Discounting extends Keyed {
  readonly id: string;
  readonly discounts: NonNullable<Stripe.SubscriptionUpdateParams['discounts']>;
}

async function update(
  connection: Connection,
  { key, id, discounts }: Discounting,
): Promise<ProviderSubscription> {
  const now = await updateSubscription(connection, { key, id, params: { discounts } });
  return withPayment(connection, now);
}

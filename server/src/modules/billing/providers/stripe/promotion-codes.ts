import type Stripe from 'stripe';
import { CodeRefused, type Money, type PaymentProvider } from '../../port/payment-provider.ts';
import type { PromotionCode } from '../../port/provider-objects.ts';
import { toId } from './card.ts';
import type { Connection } from './connection.ts';
import { isInvalidRequest } from './stripe-errors.ts';
import { hasEnded } from './subscription.ts';

/** A code is unique among the active ones for anybody; others of the same name belong to single customers. */
const mostOfOneName = 100;

/** Codes for a single customer are not found: each project gets a customer of its own. */
export async function findCode(
  { stripe, isLive }: Connection,
  { code, price }: { readonly code: string; readonly price: Money },
): Promise<PromotionCode | undefined> {
  const { data } = await stripe.promotionCodes.list({
    code,
    active: true,
    limit: mostOfOneName,
    expand: ['data.promotion.coupon'],
  });
  const found = data.find(({ customer }) => customer === null);
  const coupon = found?.promotion.coupon;
  if (!found || found.livemode !== isLive || !coupon || typeof coupon === 'string') {
    return undefined;
  }
  const isOpen = isRedeemable(found) && coupon.valid && isEnough(found.restrictions, price);
  return isOpen ? toPromotionCode(found, coupon, price) : undefined;
}

function isRedeemable({ active, expires_at, ...code }: Stripe.PromotionCode): boolean {
  const { max_redemptions, times_redeemed } = code;
  const isOver = expires_at !== null && expires_at * 1_000 <= Date.now();
  const isUsedUp = max_redemptions !== null && times_redeemed >= max_redemptions;
  return active && !isOver && !isUsedUp;
}

function isEnough(
  { minimum_amount, minimum_amount_currency, currency_options }: Stripe.PromotionCode.Restrictions,
  { amount, currency }: Money,
): boolean {
  if (minimum_amount === null) {
    return true;
  }
  const least =
    minimum_amount_currency === currency
      ? minimum_amount
      : currency_options?.[currency]?.minimum_amount;
  return least !== undefined && amount >= least;
}

/** Undefined for an amount in another currency. */
function toPromotionCode(
  { id, code, restrictions }: Stripe.PromotionCode,
  coupon: Stripe.Coupon,
  { currency }: Money,
): PromotionCode | undefined {
  const { percent_off, duration, duration_in_months } = coupon;
  const amount = percent_off === null ? amountOffIn(coupon, currency) : null;
  if (amount === undefined || !isKnown(duration)) {
    return undefined;
  }
  return {
    id,
    code,
    percentOff: percent_off,
    amountOff: amount === null ? null : { amount, currency },
    duration,
    months: duration === 'repeating' ? (duration_in_months ?? null) : null,
    isFirstPurchaseOnly: restrictions.first_time_transaction,
  };
}

/** Amounts in further currencies are not in this answer, so such a code counts as one of its own currency only. */
function amountOffIn(coupon: Stripe.Coupon, currency: string): number | undefined {
  return coupon.currency === currency ? (coupon.amount_off ?? undefined) : undefined;
}

const durations: readonly string[] = ['once', 'repeating', 'forever'];

function isKnown(duration: string): duration is PromotionCode['duration'] {
  return durations.includes(duration);
}

/**
 * Applies the coupon of a code again to a subscription whose discount is gone. The code itself may be used up by the
 * same purchase, or be for customers without an invoice.
 */
export async function keepDiscount(
  { stripe }: Connection,
  { key, id, discountId }: Parameters<PaymentProvider['keepDiscount']>[0],
): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  if (hasEnded(subscription)) {
    throw new CodeRefused('The subscription has ended without its discount.');
  }
  // After the trial a discount is gone because the first charge has used it.
  if (subscription.discounts.length > 0 || subscription.status !== 'trialing') {
    return;
  }
  const { promotion } = await stripe.promotionCodes.retrieve(discountId);
  const coupon = toId(promotion.coupon);
  if (coupon === undefined) {
    throw new CodeRefused('The promotion code has no coupon.');
  }
  const params = { discounts: [{ coupon }] };
  await withCode(() => stripe.subscriptions.update(id, params, { idempotencyKey: key }));
}

/** Turns Stripe's objection to a discount into CodeRefused. It names the parameter or the coupon. */
export async function withCode<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isInvalidRequest(error) && isAboutDiscount(error)) {
      throw new CodeRefused('Stripe does not redeem the promotion code.');
    }
    throw error;
  }
}

function isAboutDiscount({ code, param }: Stripe.errors.StripeInvalidRequestError): boolean {
  return code === 'coupon_expired' || param?.startsWith('discounts') === true;
}

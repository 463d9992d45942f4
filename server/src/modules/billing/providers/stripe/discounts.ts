import type Stripe from 'stripe';
import { toId } from './card.ts';

/** Discount as subscriptions and invoices name it; an object where it was expanded. */
export type Discount = string | Stripe.Discount | Stripe.DeletedDiscount;

export const idOf = (discount: Discount) => (typeof discount === 'string' ? discount : discount.id);

/** Whether the discount is over at that instant. It has to be expanded. */
export function endsBy(discount: Discount, at: Date): boolean {
  const end = typeof discount === 'string' || discount.deleted ? null : discount.end;
  return end !== null && end * 1_000 <= at.getTime();
}

export const toDiscountParams = (discounts: readonly Discount[]) =>
  discounts.map((one) => ({ discount: idOf(one) }));

/** Parameters of a preview without the discounts that are not left; none where all are. */
export function keepOnly(discounts: readonly Discount[], isLeft: (discount: Discount) => boolean) {
  const left = discounts.filter(isLeft);
  if (left.length === discounts.length) {
    return {};
  }
  return { discounts: left.length > 0 ? toDiscountParams(left) : ('' as const) };
}

/** Coupons of time that an operator gives begin with it. */
export const freeTimePrefix = 'free-time-';

/** Id of the discount's coupon; undefined if the discount was not expanded. */
export function couponOf(discount: Discount): string | undefined {
  return typeof discount === 'string' || discount.deleted
    ? undefined
    : toId(discount.source.coupon);
}

/** Whether it is time that an operator gave: it takes all off. It has to be expanded. */
export const isFreeTime = (discount: Discount) =>
  couponOf(discount)?.startsWith(freeTimePrefix) === true;

/** When the time that an operator gave is over; null if there is none. */
export function freeUntilOf({ discounts }: Pick<Stripe.Subscription, 'discounts'>): Date | null {
  const [given] = discounts.filter(isFreeTime);
  const end = typeof given !== 'object' || given.deleted ? null : given.end;
  return end === null ? null : new Date(end * 1_000);
}

/** Parameters that leave such time out, as it is for the plan that it was given for; none if there is none. */
export const withoutFreeTime = ({ discounts }: Pick<Stripe.Subscription, 'discounts'>) =>
  keepOnly(discounts, (discount) => !isFreeTime(discount));

type DiscountAmounts = Stripe.Invoice['total_discount_amounts'];

/** Splits amounts of discounts of the invoice: what such time takes off, and what others do. */
export function splitDiscounts({ discounts }: Stripe.Invoice, amounts: DiscountAmounts) {
  const given = new Set(discounts.filter(isFreeTime).map(idOf));
  const isGiven = ({ discount }: { readonly discount: Discount }) => given.has(idOf(discount));
  const all = amounts ?? [];
  return { given: all.filter(isGiven), others: all.filter((one) => !isGiven(one)) };
}

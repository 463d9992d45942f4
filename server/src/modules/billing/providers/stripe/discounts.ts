import type Stripe from 'stripe';

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

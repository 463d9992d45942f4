import {
  type CouponTerms,
  type DiscountAmount,
  type DiscountTerms,
  shareDiscounts,
} from './discounts.ts';
import { shareOf } from './money.ts';
import type { Period } from './periods.ts';

/** The part of a period that is still to come at this instant. */
function remainingShare(amount: number, period: Period, at: number, step: number): number {
  return shareOf(amount, Math.max(0, period.end - at), period.end - period.start, step);
}

/** A debit of an item: its amount, its period, and the discounts it was billed with. */
export interface BilledItem {
  amount: number;
  discounts: readonly DiscountAmount[];
  period: Period;
}

export interface ProratedAmount {
  /** Without discounts. */
  amount: number;
  discounts: DiscountAmount[];
  /** Amount that the customer pays or gets: one rounding of the whole, not the sum of rounded parts. */
  net: number;
}

/** Flexible billing: the credit is the unused share of what was debited, discounts of then included. */
export function creditForBilled(billed: BilledItem, at: number, step = 1): ProratedAmount {
  const rest = debitForRest(billed.amount, billed.discounts, billed.period, at, step);
  return {
    amount: 0 - rest.amount,
    discounts: rest.discounts.map((discount) => ({ ...discount, amount: 0 - discount.amount })),
    net: 0 - rest.net,
  };
}

/** A debit for the rest of a period, with discounts that fall on the whole price. */
export function debitForRest(
  whole: number,
  discounts: readonly DiscountAmount[],
  period: Period,
  at: number,
  step = 1,
): ProratedAmount {
  const discounted = discounts.reduce((sum, discount) => sum + discount.amount, 0);
  const amount = remainingShare(whole, period, at, step);
  const net = remainingShare(whole - discounted, period, at, step);
  let rest = amount - net;
  const shares = discounts.map((discount, index) => {
    // The last discount takes the difference of the roundings: amount less discounts is the net amount.
    const share =
      index === discounts.length - 1 ? rest : remainingShare(discount.amount, period, at, step);
    rest -= share;
    return { discount: discount.discount, amount: share };
  });
  return { amount, discounts: shares, net };
}

/** Classic billing applies every coupon to each item by itself: an amount off comes off each item whole. */
export function classicDiscounts(
  whole: number,
  product: string | null,
  coupons: readonly (CouponTerms & { id: string })[],
  step = 1,
): DiscountAmount[] {
  const terms: DiscountTerms[] = coupons.map((coupon) => ({ ...coupon, line: undefined }));
  return shareDiscounts([{ amount: whole, discountable: true, product }], terms, step)[0] ?? [];
}

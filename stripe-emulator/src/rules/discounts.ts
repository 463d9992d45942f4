import { percentOf, shareCutOff } from './money.ts';
import { addMonths } from './periods.ts';

export interface CouponTerms {
  percent_off: number | null;
  amount_off: number | null;
  /** Products the coupon is limited to; undefined: all. */
  products?: readonly string[] | undefined;
}

/** One discount as it is asked for: on the whole invoice, or on one line (`line` is its index). */
export interface DiscountTerms extends CouponTerms {
  id: string;
  line?: number | undefined;
}

export interface DiscountableLine {
  amount: number;
  discountable: boolean;
  product: string | null;
}

export interface DiscountAmount {
  discount: string;
  amount: number;
}

/**
 * Amount that each discount takes from each line: the line's own first, then the invoice's, each from what is left. An
 * amount off is split in proportion, rounded down; the last line takes the rest.
 */
export function shareDiscounts(
  lines: readonly DiscountableLine[],
  discounts: readonly DiscountTerms[],
  step = 1,
): DiscountAmount[][] {
  const left = lines.map((line) => line.amount);
  const taken: DiscountAmount[][] = lines.map(() => []);
  const ownFirst = [...discounts].sort(
    (one, other) => Number(other.line !== undefined) - Number(one.line !== undefined),
  );

  for (const discount of ownFirst) {
    const applies = lines.map(
      (line, index) => isDiscounted(line, discount, index) && (left[index] ?? 0) > 0,
    );
    const shares = sharesOf(
      discount,
      left.map((amount, index) => (applies[index] ? amount : 0)),
      step,
    );
    for (const [index, amount] of shares.entries()) {
      if (applies[index]) {
        left[index] = (left[index] ?? 0) - amount;
        taken[index]?.push({ discount: discount.id, amount });
      }
    }
  }
  return taken;
}

function isDiscounted(line: DiscountableLine, discount: DiscountTerms, index: number): boolean {
  const isChosen = discount.line === undefined || discount.line === index;
  const isProduct =
    !discount.products || (line.product !== null && discount.products.includes(line.product));
  return line.discountable && isChosen && isProduct;
}

function sharesOf(discount: CouponTerms, amounts: readonly number[], step: number): number[] {
  if (discount.percent_off !== null) {
    const percent = discount.percent_off;
    return amounts.map((amount) => percentOf(amount, percent, step));
  }

  const whole = amounts.reduce((sum, amount) => sum + amount, 0);
  const off = Math.min(discount.amount_off ?? 0, whole);
  const last = amounts.reduce((found, amount, index) => (amount > 0 ? index : found), -1);
  let rest = off;
  return amounts.map((amount, index) => {
    const share = index === last ? rest : shareCutOff(amount, off, whole || 1, step);
    rest -= share;
    return share;
  });
}

export type CouponDuration = { duration: string; duration_in_months: number | null };

/** `repeating` counts months from the redemption, whatever the interval of the price is. */
export function discountEnd(coupon: CouponDuration, redeemedAt: number): number | null {
  return coupon.duration === 'repeating'
    ? addMonths(redeemedAt, coupon.duration_in_months ?? 1)
    : null;
}

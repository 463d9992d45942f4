import type { Frequency, Money } from '@hearth/contract';

/** Charges of a price in twelve months: a year has 52 weeks here. */
const timesAYear = { week: 52, month: 12, year: 1 } as const;

/**
 * Sums of the business are counted in twelfths of minor units per month, because a week's share of a month and a month's
 * share of a year are whole then, and nothing is lost by adding them up.
 */
export const toTwelfths = (amount: number, frequency: Frequency): number =>
  amount * timesAYear[frequency];

/** Minor units per month, not rounded. */
export const toMinor = (twelfths: number): number => twelfths / 12;

/** The cost of so many months at the price, rounded up. */
export const costOf = (price: Money, frequency: Frequency, months: number): Money => ({
  ...price,
  amount: Math.ceil(toMinor(toTwelfths(price.amount, frequency) * months)),
});

import { describe, expect, it } from 'vitest';
import { computeDiscount, debitOf, newDiscount } from './discounts.ts';
import type { InvoiceLine } from './proration.ts';

const at = new Date('2026-01-31T12:00:00Z');
const code = {
  id: 'promo',
  code: 'CODE',
  percentOff: null,
  amountOff: null,
  duration: 'forever',
  months: null,
  isFirstPurchaseOnly: false,
} as const;
const line = (amount: number): InvoiceLine => ({
  kind: amount < 0 ? 'unused' : 'period',
  plan: 'Pro',
  priceId: 'price',
  amount,
  from: at.toISOString(),
  to: at.toISOString(),
});
const off = (amounts: number[], terms: Partial<Parameters<typeof newDiscount>[0]>, when = at) =>
  computeDiscount(amounts.map(line), newDiscount({ ...code, ...terms }, at), when);

describe('a discount', () => {
  it('of an amount never takes more than the lines charge', () => {
    const amountOff = { amount: 5_000, currency: 'usd' };
    expect(off([4_000], { amountOff })).toBe(4_000);
    expect(off([-3_000, 6_000], { amountOff })).toBe(5_000);
    expect(off([-3_000], { amountOff })).toBe(0);
  });

  it('of percents is rounded for each line that charges, half a cent upwards', () => {
    expect(off([333, 333, -500], { percentOff: 50 })).toBe(167 + 167);
    expect(off([1_000], { percentOff: 33.33 })).toBe(333);
  });

  it('of months ends so many months after the purchase, at the end of a short month too', () => {
    const terms = { percentOff: 20, duration: 'repeating', months: 1 } as const;
    expect(off([1_000], terms, new Date('2026-02-28T11:59:59Z'))).toBe(200);
    expect(off([1_000], terms, new Date('2026-02-28T12:00:00Z'))).toBe(0);
  });
});

describe('the debit of lines', () => {
  it('is their charge less the discount, and null without a discount', () => {
    const lines = [line(-2_000), line(4_000), line(2_000)];
    expect(debitOf(lines, 500)).toEqual({ amount: 5_500, from: at.toISOString() });
    expect(debitOf(lines, 0)).toBeNull();
  });
});

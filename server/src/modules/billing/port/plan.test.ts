import { describe, expect, it } from 'vitest';
import { planPrice } from './plan.ts';

describe('planPrice', () => {
  it.each([
    ['usd', 10, 1_000],
    ['usd', 19.99, 1_999],
    ['jpy', 1_000, 1_000],
    ['kwd', 2.5, 2_500],
    ['isk', 1_000, 100_000],
  ])('is in what %s counts in', (currency, price, amount) => {
    expect(planPrice({ price, currency })).toEqual({ amount, currency });
  });
});

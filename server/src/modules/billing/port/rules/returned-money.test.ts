import { describe, expect, it } from 'vitest';
import { exceedsDelivered } from './returned-money.ts';

const from = new Date('2026-01-01T00:00:00Z');
const to = new Date('2027-01-01T00:00:00Z');
const after = (days: number) => new Date(from.getTime() + days * 86_400_000);

describe('exceedsDelivered', () => {
  it.each([
    ['nothing, at the beginning', 0, 0, false],
    ['a cent, at the beginning', 1, 0, true],
    ['1 of 400, in the first hours', 100, 0.5, true],
    ['1 of 400, after a day', 100, 1, false],
    ['half, before half of the year', 20_000, 182, true],
    ['half, after half of the year', 20_000, 183, false],
    ['all of it, on the last day', 40_000, 364, true],
    ['all of it, at the end', 40_000, 365, false],
    ['all of it, long after the end', 40_000, 800, false],
  ])('given %s', (_, returned, days, expected) => {
    expect(exceedsDelivered({ total: 40_000, returned, from, to, at: after(days) })).toBe(expected);
  });
});

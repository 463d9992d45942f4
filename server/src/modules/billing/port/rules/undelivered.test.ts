import { describe, expect, it } from 'vitest';
import { computeUndelivered } from './undelivered.ts';

const week = { start: 1_000, end: 8_000 };

describe('the undelivered part of an invoice', () => {
  it.each([
    { name: 'is all before the period begins', endedAt: 900, part: 1_000 },
    { name: 'is all at the start of the period', endedAt: 1_000, part: 1_000 },
    { name: 'is rounded up to the cent', endedAt: 2_000, part: 858 },
    { name: 'is exact where there is no fraction', endedAt: 4_500, part: 500 },
    { name: 'is nothing at the end of the period', endedAt: 8_000, part: 0 },
    { name: 'is nothing after the period', endedAt: 9_000, part: 0 },
  ])('$name', ({ endedAt, part }) => {
    const lines = [{ ...week, amount: 1_000 }];
    expect(computeUndelivered({ currency: 'usd', total: 1_000, lines, endedAt })).toBe(part);
  });

  it('is computed line by line, each by its own period', () => {
    const past = { amount: 600, start: -6_000, end: 1_000 };
    const given = { amount: -200, start: -6_000, end: 1_000 };
    const lines = [{ ...week, amount: 1_000 }, past, given];
    expect(computeUndelivered({ currency: 'usd', total: 1_400, lines, endedAt: 4_500 })).toBe(500);
  });

  it('takes its share of discounts and taxes', () => {
    const lines = [{ ...week, amount: 1_000 }];
    expect(computeUndelivered({ currency: 'usd', total: 800, lines, endedAt: 4_500 })).toBe(400);
    expect(computeUndelivered({ currency: 'usd', total: 1_190, lines, endedAt: 4_500 })).toBe(595);
  });

  it('is nothing where nothing was asked for', () => {
    expect(computeUndelivered({ currency: 'usd', total: 0, lines: [], endedAt: 4_500 })).toBe(0);
  });
});

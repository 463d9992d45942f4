import { describe, expect, it } from 'vitest';
import { toMinorAmount } from './refund-amount.ts';

describe('an amount on the command line', () => {
  it.each([
    ['12.50', 'usd', 1_250],
    ['12', 'usd', 1_200],
    ['0.05', 'eur', 5],
    ['1234.00', 'usd', 123_400],
    ['1250', 'jpy', 1_250],
    ['1.250', 'kwd', 1_250],
    ['4990', 'huf', 499_000],
    ['30000000', 'idr', 3_000_000_000],
    ['4990', 'isk', 499_000],
  ])('%s in %s: %i minor units', (text, currency, amount) => {
    expect(toMinorAmount(text, currency)).toBe(amount);
  });

  it.each([
    ['12.5', 'usd', 'in USD with 2 decimals, such as 12.50'],
    ['12.505', 'usd', 'in USD with 2 decimals'],
    ['12.50', 'jpy', 'without decimals, such as 1250: JPY has no smaller unit'],
    ['12,50', 'eur', 'in EUR with 2 decimals'],
    ['1,250.00', 'usd', 'in USD with 2 decimals'],
    ['$5', 'usd', 'in USD with 2 decimals'],
    ['-5', 'usd', 'in USD with 2 decimals'],
    ['5.', 'usd', 'in USD with 2 decimals'],
    ['', 'usd', 'in USD with 2 decimals'],
    ['12.50', 'kwd', 'in KWD with 3 decimals, of which the last is 0, such as 12.500'],
    ['1.255', 'kwd', 'of which the last is 0'],
    ['12.50', 'isk', 'without decimals, such as 1250: ISK has no smaller unit'],
    ['0.00', 'usd', 'more than 0'],
  ])('%s in %s: refused', (text, currency, sentence) => {
    expect(() => toMinorAmount(text, currency)).toThrow(sentence);
  });
});

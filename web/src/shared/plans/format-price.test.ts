import { expect, it } from 'vitest';
import { formatPrice } from './format-price.ts';

it.each([
  [{ amount: 4_000, currency: 'usd' }, '$40'],
  [{ amount: 4_050, currency: 'usd' }, '$40.50'],
  [{ amount: 100_000, currency: 'eur' }, '€1,000'],
  [{ amount: 0, currency: 'usd' }, '$0'],
  [{ amount: 1_000, currency: 'jpy' }, '¥1,000'],
  [{ amount: 1_000, currency: 'kwd' }, 'KWD 1'],
])('%o: %s, without decimals that say nothing', (price, text) => {
  expect(formatPrice(price).replace(/\s/, ' ')).toBe(text);
});

import { expect, it } from 'vitest';
import { testConfig } from '../config/test-config.ts';
import { planPrice } from './plan-price.ts';

const [plan = expect.fail()] = testConfig.plans;

it.each([
  ['usd', 0, '$0.00'],
  ['usd', 1_000, '$10.00'],
  ['usd', 950, '$9.50'],
  ['jpy', 1_000, '¥1,000'],
  ['kwd', 2_500, 'KWD\u00a02.500'],
])('writes a price in %s of %d minor units as an invoice would', (currency, amount, text) => {
  const prices = plan.prices.map((price) => ({ ...price, amount, currency }));
  expect(planPrice({ ...plan, prices })).toBe(text);
});

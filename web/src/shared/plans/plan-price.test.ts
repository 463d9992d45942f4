import { expect, it } from 'vitest';
import { testConfig } from '../config/test-config.ts';
import { planPrice } from './plan-price.ts';

const [plan = expect.fail()] = testConfig.plans;

it.each([
  ['usd', 0, '$0.00'],
  ['usd', 10, '$10.00'],
  ['usd', 9.5, '$9.50'],
  ['jpy', 1_000, '¥1,000'],
  ['kwd', 2.5, 'KWD\u00a02.500'],
])('writes a price in %s of %d as an invoice would', (currency, price, text) => {
  expect(planPrice({ ...plan, price, currency })).toBe(text);
});

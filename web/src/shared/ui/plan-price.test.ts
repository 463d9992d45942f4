import { toMinorUnits } from '@hearth/contract';
import { expect, it } from 'vitest';
import { testConfig } from '../config/test-config.ts';
import { formatMoney } from '../i18n/index.ts';
import { planPrice } from './plan-price.ts';

const [plan = expect.fail()] = testConfig.plans;

it.each([
  ['usd', 10, ['$10', '$10.00']],
  ['usd', 9.5, ['$9.50', '$9.50']],
  ['jpy', 1_000, ['¥1,000', '¥1,000']],
  ['kwd', 2.5, ['KWD\u00a02.500', 'KWD\u00a02.500']],
])('writes what is paid in %s at %d', (currency, price, texts) => {
  const { amount } = toMinorUnits({ price, currency });
  const short = planPrice({ ...plan, price, currency });
  expect([short, formatMoney(amount, currency)]).toEqual(texts);
});

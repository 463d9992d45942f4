import { describe, expect, it } from 'vitest';
import { monthlyYearly, testConfig } from '../../../test/test-config.ts';
import { chargedFrequency, chargedPrice } from './charged-price.ts';

const [free = expect.fail(), pro = expect.fail()] = monthlyYearly.plans;
const [, weekly = expect.fail()] = testConfig.plans;

describe('what is charged', () => {
  const eur = { amount: 39_000, currency: 'eur' };

  it('read at the provider: is that price, with its frequency if it is known', () => {
    expect(chargedPrice({ price: eur, frequency: 'year' }, pro)).toEqual({
      price: eur,
      frequency: 'year',
    });
    expect(chargedPrice({ price: eur }, pro)).toEqual({ price: eur, frequency: undefined });
  });

  it('not read: is the only price of the plan that it can be', () => {
    expect(chargedPrice({}, weekly)).toMatchObject({ frequency: 'week', price: { amount: 1_000 } });
    expect(chargedPrice({ frequency: 'year', currency: 'eur' }, pro)).toMatchObject({ price: eur });
    expect(chargedPrice({ currency: 'eur' }, pro)).toBeUndefined();
    expect(chargedPrice({}, undefined)).toBeUndefined();
  });

  it('free plan: has the frequency of its prices, if they have one', () => {
    expect(chargedFrequency(null, free)).toBe('month');
    expect(chargedFrequency(undefined, { ...pro, free: true })).toBeUndefined();
    expect(chargedFrequency(null, pro)).toBeUndefined();
    expect(chargedFrequency('year', pro)).toBe('year');
  });
});

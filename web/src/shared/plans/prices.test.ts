import type { Frequency, PublicPlan } from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import { monthlyYearly, testConfig } from '../../../test/test-config.ts';
import {
  commonSaving,
  currenciesOf,
  frequenciesOf,
  monthOfYear,
  priceOf,
  savedInYear,
  savingOf,
  toPriceName,
} from './prices.ts';
import { visitorCurrency } from './visitor-currency.ts';

const [free = expect.fail(), pro = expect.fail(), enterprise = expect.fail()] = monthlyYearly.plans;
const [, weekly = expect.fail()] = testConfig.plans;

const offered = { forSale: true, legacy: false };

/** Pro at these prices in dollars. */
function proAt(amounts: Partial<Record<Frequency, number>>): PublicPlan {
  const frequencies: readonly Frequency[] = ['year', 'month', 'week'];
  const prices = frequencies.flatMap((frequency) => {
    const amount = amounts[frequency];
    return amount === undefined ? [] : [{ frequency, currency: 'usd', amount, ...offered }];
  });
  return { ...pro, prices };
}

describe('the price of a plan', () => {
  it.each([
    [{ frequency: 'year', currency: 'eur' }, 'year', 'eur', 39_000],
    [{ frequency: 'year', currency: 'usd' }, 'year', 'usd', 40_000],
    [{ currency: 'eur' }, 'month', 'eur', 3_900],
    [{ frequency: 'week', currency: 'eur' }, 'month', 'eur', 3_900],
    [{ frequency: 'year', currency: 'gbp' }, 'year', 'usd', 40_000],
    [{}, 'month', 'usd', 4_000],
  ] as const)('asked for %o: is by %s in %s', (wanted, frequency, currency, amount) => {
    expect(priceOf(pro, wanted)).toEqual({ frequency, currency, amount, ...offered });
  });

  it('free plan: costs nothing at any frequency', () => {
    const wanted = { frequency: 'year', currency: 'eur' } as const;
    expect(priceOf(free, wanted)).toEqual({ ...wanted, amount: 0, ...offered });
  });

  it('that is no longer offered: is not shown, and neither are its frequency and currency', () => {
    const prices = pro.prices.map((price) => ({
      ...price,
      legacy: price.currency === 'eur' || price.frequency === 'month',
    }));
    const left = { ...pro, prices };
    const yearly = { frequency: 'year', currency: 'usd', amount: 40_000, ...offered };
    expect(priceOf(left, { frequency: 'month', currency: 'eur' })).toEqual(yearly);
    expect(frequenciesOf([left], 'usd')).toEqual([]);
    expect(currenciesOf([left])).toEqual([]);
    expect(savingOf(left, priceOf(left, {}))).toBeUndefined();
  });

  it('is named if the plan has several, and left out elsewhere', () => {
    const [price = expect.fail()] = pro.prices;
    expect(toPriceName(pro, price)).toEqual({ frequency: 'month', currency: 'usd' });
    expect(toPriceName(weekly, priceOf(weekly, {}))).toEqual({});
    expect(toPriceName(free, priceOf(free, {}))).toEqual({});
  });
});

describe('the choice', () => {
  it('plans by month and year, in two currencies: offers all of them', () => {
    expect(frequenciesOf(monthlyYearly.plans, 'eur')).toEqual(['month', 'year']);
    expect(currenciesOf(monthlyYearly.plans)).toEqual(['usd', 'eur']);
  });

  it('one price for each plan: offers nothing, even if they differ', () => {
    expect(frequenciesOf(testConfig.plans, 'usd')).toEqual([]);
    expect(currenciesOf(testConfig.plans)).toEqual([]);
    const differing = [proAt({ month: 4_000 }), proAt({ year: 40_000 })];
    expect(frequenciesOf(differing, 'usd')).toEqual([]);
  });

  it('only the free plan has several: offers nothing', () => {
    expect(currenciesOf([free, weekly])).toEqual([]);
  });

  it('year sold in one currency only: is no choice in the other', () => {
    const prices = pro.prices.filter(
      ({ frequency, currency }) => frequency === 'month' || currency === 'usd',
    );
    expect(frequenciesOf([{ ...pro, prices }], 'usd')).toEqual(['month', 'year']);
    expect(frequenciesOf([{ ...pro, prices }], 'eur')).toEqual([]);
  });

  it.each([
    ['de-DE', 'eur'],
    ['de', 'eur'],
    ['en-IE', 'eur'],
    ['bg', 'eur'],
    ['de-CH', 'usd'],
    ['en-US', 'usd'],
    ['zh-CN', 'usd'],
    ['no such language', 'usd'],
  ])('browser in %s: begins with %s', (language, currency) => {
    expect(visitorCurrency(['usd', 'eur'], language)).toBe(currency);
    expect(visitorCurrency(['usd', 'cny'], language)).toBe('usd');
  });

  it('no currencies: begins with none', () => {
    expect(visitorCurrency([], 'de-DE')).toBeUndefined();
  });
});

describe('the saving of a longer period', () => {
  const saved = (amounts: Partial<Record<Frequency, number>>, frequency: Frequency) => {
    const plan = proAt(amounts);
    return savingOf(plan, priceOf(plan, { frequency, currency: 'usd' }));
  };

  it.each([
    ['12 months for the price of 10', { month: 4_000, year: 40_000 }, { in: 'months', count: 2 }],
    ['12 months for the price of 11', { month: 4_000, year: 44_000 }, { in: 'months', count: 1 }],
    ['no whole months', { month: 4_000, year: 39_900 }, { in: 'percent', count: 16 }],
    ['against a week', { week: 1_000, year: 42_000 }, { in: 'percent', count: 19 }],
    ['less than a percent', { month: 4_000, year: 47_900 }, undefined],
    ['nothing', { month: 4_000, year: 48_000 }, undefined],
    ['dearer by the year', { month: 4_000, year: 50_000 }, undefined],
    ['only by the year', { year: 40_000 }, undefined],
    ['free by the month', { month: 0, year: 40_000 }, undefined],
  ] as const)('%s', (_case, amounts, saving) => {
    expect(saved(amounts, 'year')).toEqual(saving);
  });

  it('is against the week for a month', () => {
    const amounts = { week: 1_000, month: 4_000, year: 42_000 };
    expect(saved(amounts, 'month')).toEqual({ in: 'percent', count: 7 });
    expect(saved(amounts, 'week')).toBeUndefined();
  });

  it('equal for all plans: is common to them', () => {
    const year = { frequency: 'year', currency: 'eur' } as const;
    expect(commonSaving([free, pro, enterprise], year)).toEqual({ in: 'months', count: 2 });
    expect(commonSaving([free, pro, enterprise, weekly], year)).toEqual({ in: 'months', count: 2 });
  });

  it('differs between plans: is common to none', () => {
    const plans = [pro, proAt({ month: 4_000, year: 44_000 })];
    expect(commonSaving(plans, { frequency: 'year', currency: 'usd' })).toBeUndefined();
  });
});

describe('what a year saves', () => {
  const month = { amount: 4_000, currency: 'usd', frequency: 'month' } as const;

  it.each([
    ['a cheaper year', 40_000, 'usd', { amount: 8_000, currency: 'usd' }],
    ['a year that costs twelve months', 48_000, 'usd', undefined],
    ['another currency', 40_000, 'eur', undefined],
  ] as const)(
    '%s: the difference to twelve months, if there is one',
    (_, amount, currency, saved) => {
      expect(savedInYear({ amount, currency, frequency: 'year' }, month)).toEqual(saved);
    },
  );

  it('a month of it: rounded to the nearest coin that there is', () => {
    expect(monthOfYear({ amount: 40_000, currency: 'usd' }).amount).toBe(3_333);
    expect(monthOfYear({ amount: 5_000, currency: 'jpy' }).amount).toBe(417);
    expect(monthOfYear({ amount: 1_000_000, currency: 'isk' }).amount).toBe(83_300);
  });
});

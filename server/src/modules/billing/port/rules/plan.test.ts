import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../platform/refusal.ts';
import {
  choosePrice,
  isRetired,
  itemsOf,
  planOfItems,
  priceAmount,
  pricedPlanOfInvoice,
  priceOfItems,
} from './plan.ts';

function plan(id: string, priceIds: string[], retired: string[][]) {
  const texts = { titleKey: id, descriptionKeys: [] };
  const offer = {
    popular: false,
    free: false,
    legacy: false,
    seats: 1,
  } as const;
  const price = {
    frequency: 'week',
    currency: 'usd',
    price: 1,
    priceIds,
    retired,
    legacy: false,
  } as const;
  return { id, prices: [price], ...texts, ...offer };
}

describe('planOfItems', () => {
  const pro = plan('pro', ['p3'], [['p1'], ['p2', 'p2-extra']]);
  const settings = { plans: [plan('free', ['f1'], []), pro] };

  it('finds a plan by its present price and by a retired one, in any order', () => {
    expect(planOfItems(settings, itemsOf({ priceIds: ['p3'] }))?.id).toBe('pro');
    expect(planOfItems(settings, itemsOf({ priceIds: ['p1'] }))?.id).toBe('pro');
    expect(planOfItems(settings, itemsOf({ priceIds: ['p2-extra', 'p2'] }))?.id).toBe('pro');
    expect(planOfItems(settings, itemsOf({ priceIds: ['f1'] }))?.id).toBe('free');
  });

  it('finds a plan beside items that no plan has, however often it is charged', () => {
    const twice = itemsOf({ priceIds: ['p3'] }).map((item) => ({ ...item, quantity: 2 }));
    const other = { role: 'addon', price: 'x', quantity: 1 } as const;
    expect(planOfItems(settings, [other, ...twice])?.id).toBe('pro');
    expect(isRetired(pro, [other, ...itemsOf({ priceIds: ['p1'] })])).toBe(true);
    expect(planOfItems(settings, [other])).toBeUndefined();
  });

  it('finds none for half of its prices, or for prices of several plans', () => {
    for (const prices of [['p2'], ['p1', 'p3'], ['p9'], []]) {
      expect(planOfItems(settings, itemsOf({ priceIds: prices })), prices.join()).toBeUndefined();
    }
  });

  it('distinguishes a retired price from the present one', () => {
    expect(isRetired(pro, itemsOf({ priceIds: ['p2-extra', 'p2'] }))).toBe(true);
    expect(isRetired(pro, itemsOf({ priceIds: ['p3'] }))).toBe(false);
    expect(isRetired(pro, null)).toBe(false);
  });
});

describe('priceAmount', () => {
  it.each([
    ['usd', 10, 1_000],
    ['usd', 19.99, 1_999],
    ['jpy', 1_000, 1_000],
    ['kwd', 2.5, 2_500],
    ['isk', 1_000, 100_000],
  ])('is in what %s counts in', (currency, price, amount) => {
    expect(priceAmount({ price, currency })).toEqual({ amount, currency });
  });
});

describe('choosePrice', () => {
  const priced = (frequency: 'month' | 'year', currency: string) => ({
    frequency,
    currency,
    price: 10,
    priceIds: [`${frequency}_${currency}`],
    retired: [],
    legacy: false,
  });
  const free = { free: true, prices: [priced('month', 'usd'), priced('month', 'eur')] };
  const pro = {
    free: false,
    prices: [priced('month', 'usd'), priced('year', 'usd'), priced('month', 'eur')],
  };
  const nameOf = (...question: Parameters<typeof choosePrice>) => {
    try {
      return choosePrice(...question).priceIds.join();
    } catch (error) {
      return error instanceof Refusal ? error.code : `bug: ${error}`;
    }
  };

  it.each([
    [{ frequency: 'year', currency: 'usd' }, 'year_usd'],
    [{ frequency: 'year' }, 'year_usd'],
    [{ currency: 'eur' }, 'month_eur'],
    [{ frequency: 'month' }, 'plan/price-ambiguous'],
    [{ currency: 'usd' }, 'plan/price-ambiguous'],
    [{}, 'plan/price-ambiguous'],
    [{ frequency: 'year', currency: 'eur' }, 'plan/no-such-price'],
    [{ frequency: 'week' }, 'plan/no-such-price'],
    [{ currency: 'jpy' }, 'plan/no-such-price'],
  ] as const)('new purchase naming %j: %s', (wanted, answer) => {
    expect(nameOf(pro, wanted)).toBe(answer);
  });

  it.each([
    [{}, 'month', 'usd', 'month_usd'],
    [{}, 'year', 'usd', 'year_usd'],
    [{}, 'week', 'usd', 'plan/price-ambiguous'],
    [{}, 'year', 'eur', 'month_eur'],
    [{ frequency: 'year' }, 'month', 'usd', 'year_usd'],
    [{ frequency: 'year' }, 'month', 'eur', 'plan/no-such-price'],
    [{ currency: 'usd' }, 'month', 'eur', 'plan/no-such-price'],
    [{}, 'month', 'jpy', 'plan/no-such-price'],
    [{}, undefined, 'usd', 'plan/price-ambiguous'],
    [{}, undefined, 'eur', 'month_eur'],
  ] as const)('naming %j while paying per %s in %s: %s', (wanted, frequency, currency, answer) => {
    expect(nameOf(pro, wanted, { frequency, currency })).toBe(answer);
  });

  it.each([
    [{ frequency: 'month', currency: 'usd' }, undefined, 'plan/legacy'],
    [{ currency: 'usd' }, undefined, 'year_usd'],
    [{ frequency: 'month' }, undefined, 'month_eur'],
    [{}, 'usd', 'year_usd'],
    [{ frequency: 'month' }, 'usd', 'plan/legacy'],
    [{ frequency: 'week' }, 'usd', 'plan/no-such-price'],
  ] as const)(
    'without month_usd, naming %j while paying per month in %s: %s',
    (wanted, currency, answer) => {
      const prices = pro.prices.map((one) => ({ ...one, legacy: one === pro.prices[0] }));
      const present = currency && ({ frequency: 'month', currency } as const);
      expect(nameOf({ ...pro, prices }, wanted, present)).toBe(answer);
    },
  );

  it('a free plan: needs no name, but keeps the currency of a running subscription', () => {
    expect(nameOf(free, {})).toBe('month_usd');
    expect(nameOf(free, {}, { frequency: 'year', currency: 'eur' })).toBe('month_eur');
    expect(nameOf(free, {}, { frequency: 'year', currency: 'jpy' })).toBe('plan/no-such-price');
  });
});

describe('pricedPlanOfInvoice', () => {
  const monthly = { currency: 'usd', price: 10, frequency: 'month' } as const;
  const yearly = { currency: 'usd', price: 100, frequency: 'year' } as const;
  const pro = {
    ...plan('pro', [], []),
    prices: [
      { ...monthly, priceIds: ['m', 'm-extra'], retired: [['m-old']], legacy: false },
      { ...yearly, priceIds: ['y', 'y-extra'], retired: [], legacy: false },
    ],
  };
  const settings = { plans: [plan('free', ['f'], []), pro] };
  const read = (priceIds: string[]) => {
    const priced = pricedPlanOfInvoice(settings, priceIds);
    return priced && `${priced.plan.id} ${priced.price.frequency}`;
  };

  it('finds plan and price by all lines of an invoice, by some, and by a retired price', () => {
    expect(read(['y-extra', 'y'])).toBe('pro year');
    expect(read(['y-extra'])).toBe('pro year');
    expect(read(['m'])).toBe('pro month');
    expect(read(['m-old'])).toBe('pro month');
    expect(read(['f'])).toBe('free week');
    expect(read(['m', 'other'])).toBe('pro month');
  });

  it('finds none for lines of two prices, for none, and for an unknown one', () => {
    expect([read(['m', 'y']), read([]), read(['z'])]).toEqual([undefined, undefined, undefined]);
  });

  it('answers price and plan of present and retired ids', () => {
    expect(priceOfItems(settings, itemsOf({ priceIds: ['m-old'] }))?.frequency).toBe('month');
    expect(priceOfItems(settings, itemsOf({ priceIds: ['y', 'y-extra'] }))).toBe(pro.prices[1]);
  });
});

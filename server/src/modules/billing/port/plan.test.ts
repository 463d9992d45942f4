import { describe, expect, it } from 'vitest';
import { isRetired, planOfPrices, priceAmount } from './plan.ts';

function plan(id: string, priceIds: string[], retired: string[][]) {
  const texts = { titleKey: id, descriptionKeys: [] };
  const offer = {
    popular: false,
    free: false,
    legacy: false,
    seats: 1,
  } as const;
  const price = { frequency: 'week', currency: 'usd', price: 1, priceIds, retired } as const;
  return { id, prices: [price], ...texts, ...offer };
}

describe('planOfPrices', () => {
  const pro = plan('pro', ['p3'], [['p1'], ['p2', 'p2-extra']]);
  const settings = { plans: [plan('free', ['f1'], []), pro] };

  it('finds a plan by its present price and by a retired one, in any order', () => {
    expect(planOfPrices(settings, ['p3'])?.id).toBe('pro');
    expect(planOfPrices(settings, ['p1'])?.id).toBe('pro');
    expect(planOfPrices(settings, ['p2-extra', 'p2'])?.id).toBe('pro');
    expect(planOfPrices(settings, ['f1'])?.id).toBe('free');
  });

  it('finds none for half of its prices, or for prices of several plans', () => {
    for (const prices of [['p2'], ['p1', 'p3'], ['p9'], []]) {
      expect(planOfPrices(settings, prices), prices.join()).toBeUndefined();
    }
  });

  it('distinguishes a retired price from the present one', () => {
    expect(isRetired(pro, ['p2-extra', 'p2'])).toBe(true);
    expect(isRetired(pro, ['p3'])).toBe(false);
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

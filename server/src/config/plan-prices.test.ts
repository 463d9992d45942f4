import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../test/harness/make-folder.ts';
import { readProduct } from './product.ts';

const folder = join(import.meta.dirname, '../../../config');
const example = join(folder, 'examples/monthly-yearly.json');

type Written = Record<string, unknown>;
type WrittenPlan = Written & { id: string; prices: Written[] };

/** Reads the file as config/hearth.json, after changing its plan Pro. */
function readWith(file: string, change: (pro: WrittenPlan) => void = () => undefined) {
  const copy = makeFolder('plans');
  cpSync(join(folder, 'locales'), join(copy, 'locales'), { recursive: true });
  const product: { plans: WrittenPlan[] } = JSON.parse(readFileSync(file, 'utf8'));
  for (const plan of product.plans.filter(({ id }) => id === 'pro')) {
    change(plan);
  }
  writeFileSync(join(copy, 'hearth.json'), JSON.stringify(product));
  return readProduct(join(copy, 'hearth.json'));
}

describe('the prices of a plan', () => {
  it('reads config/examples/monthly-yearly.json without a fault', () => {
    const { settings, faults } = readWith(example);
    expect(faults).toEqual([]);
    expect(
      settings?.plans.map(({ id, prices }) => [
        id,
        ...prices.map(({ price, currency, frequency }) => `${price} ${currency} ${frequency}`),
      ]),
    ).toEqual([
      ['free', '0 usd month', '0 eur month'],
      ['pro', '40 usd month', '400 usd year', '39 eur month', '390 eur year'],
      ['enterprise', '120 usd month', '1200 usd year', '110 eur month', '1100 eur year'],
    ]);
  });

  it('takes a trial of a plan that costs something and is offered', () => {
    expect(readWith(example).settings?.plans.find(({ id }) => id === 'pro')?.trial).toEqual({
      days: 14,
      card: true,
    });
    const legacy = readWith(join(folder, 'hearth.json'), (pro) => {
      pro.legacy = true;
      pro.trial = { days: 14, card: true };
    });
    expect(legacy.faults.join()).toContain('`pro` has a `trial`, which only a plan has that costs');
  });

  it('refuses a trial without a card if taxes are computed by the address', () => {
    const { faults } = readWith(example, (pro) => {
      pro.trial = { days: 14, card: false };
    });
    expect(faults.join()).toContain('the trial of `pro` begins without a card');
  });

  it.each([
    [4990.5, 'isk', 'no digits after the point'],
    [9.999, 'usd', 'at most 2 digits after the point'],
    [5.124, 'kwd', 'at most 2 digits after the point'],
    [10_000_000_000, 'idr', 'at most 12 digits in its smallest unit'],
  ])('refuses a price of %s %s, which Stripe cannot charge', (price, currency, words) => {
    const { faults } = readWith(join(folder, 'hearth.json'), (pro) => {
      Object.assign(pro, { price, currency });
    });
    expect(faults.join()).toContain(`\`pro\` costs ${price} ${currency} per week`);
    expect(faults.join()).toContain(words);
  });

  it.each([0, 731, 1.5])('refuses a trial of %s days', (days) => {
    const { faults } = readWith(join(folder, 'hearth.json'), (pro) => {
      pro.trial = { days, card: true };
    });
    expect(faults.join()).toContain('trial.days');
  });

  it('reads the short form as one price, and forgets it', () => {
    const { settings, faults } = readWith(join(folder, 'hearth.json'), (pro) => {
      pro.frequency = 'month';
      pro.retired = [['price_pro_2019']];
    });
    expect(faults).toEqual([]);
    const pro = settings?.plans.find(({ id }) => id === 'pro');
    expect(pro?.prices).toEqual([
      {
        frequency: 'month',
        currency: 'usd',
        price: 10,
        priceIds: ['price_pro_week'],
        retired: [['price_pro_2019']],
        legacy: false,
      },
    ]);
    expect(Object.keys(pro ?? {})).not.toContain('priceIds');
  });

  it.each<[given: string, fault: string, change: (pro: WrittenPlan) => void]>([
    [
      'both forms at once',
      'plans.1: `prices` is there beside `currency`, `price` of the plan: write its prices in one of the two forms.',
      (pro) => Object.assign(pro, { price: 40, currency: 'usd' }),
    ],
    [
      'retired prices beside `prices`',
      'plans.1: `prices` is there beside `retired` of the plan',
      (pro) => Object.assign(pro, { retired: [['price_pro_2019']] }),
    ],
    [
      'neither form',
      'plans.1.currency: is missing, and so is `prices`, which can take its place.',
      (pro) => Object.assign(pro, { prices: undefined, priceIds: ['price_pro'], price: 40 }),
    ],
    ['no price', 'plans.1.prices: ', (pro) => Object.assign(pro, { prices: [] })],
    [
      'two prices of one name',
      'plans: `pro` has two prices per month in usd.',
      (pro) => Object.assign(pro.prices[1] ?? {}, { frequency: 'month' }),
    ],
    [
      'a frequency that nothing is charged by',
      'plans.1.prices.0.frequency: ',
      (pro) => Object.assign(pro.prices[0] ?? {}, { frequency: 'day' }),
    ],
    [
      'a currency in capitals',
      'plans.1.prices.0.currency: ',
      (pro) => Object.assign(pro.prices[0] ?? {}, { currency: 'USD' }),
    ],
    [
      'a misspelled field',
      'plans.1.prices.0: ',
      (pro) => Object.assign(pro.prices[0] ?? {}, { retried: [] }),
    ],
    [
      'only legacy prices',
      'plans: every price of `pro` is legacy. Set `legacy` of the plan instead.',
      (pro) => {
        for (const price of pro.prices) {
          Object.assign(price, { legacy: true });
        }
      },
    ],
    [
      'one price of 0 beside others',
      'plans: some prices of `pro` are 0 and others are not.',
      (pro) => Object.assign(pro.prices[0] ?? {}, { price: 0 }),
    ],
    [
      'only prices of 0 on a plan that is not free',
      'plans: a plan is free exactly when all its prices are 0.',
      (pro) => {
        for (const price of pro.prices) {
          price.price = 0;
        }
      },
    ],
    [
      'a currency that the free plan lacks',
      'plans: `free` has no price in gbp, which others have.',
      (pro) => Object.assign(pro.prices[0] ?? {}, { currency: 'gbp' }),
    ],
    [
      'a price id in two prices',
      'plans: the price id `price_pro_year_usd` is there more than once.',
      (pro) => Object.assign(pro.prices[0] ?? {}, { retired: [['price_pro_year_usd']] }),
    ],
  ])('given %s: says so', (_given, fault, change) => {
    expect(readWith(example, change).faults.join('\n')).toContain(fault);
  });

  it('tells all faults of all plans together', () => {
    const { faults } = readWith(example, (pro) => {
      Object.assign(pro.prices[0] ?? {}, { frequency: 'day', price: -1 });
      Object.assign(pro, { seats: 0 });
    });
    expect(faults.map((fault) => fault.replace(/^.*hearth.json: |: .*$/g, ''))).toEqual([
      'plans.1.prices.0.frequency',
      'plans.1.prices.0.price',
      'plans.1.seats',
    ]);
  });

  it('of a price whose taxes are computed: says whether tax is added or included', () => {
    const { faults } = readWith(example, (pro) => {
      delete pro.prices[2]?.tax;
    });
    expect(faults).toEqual([
      expect.stringContaining(
        'plans: `billing.tax` is `automatic`, so the price of `pro` per month in eur has to say `tax`',
      ),
    ]);
    const wrong = readWith(example, (pro) => Object.assign(pro.prices[0] ?? {}, { tax: 'none' }));
    expect(wrong.faults).toEqual([expect.stringContaining('plans.1.prices.0.tax: ')]);
  });
});

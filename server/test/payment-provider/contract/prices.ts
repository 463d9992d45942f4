import { describe, expect, it } from 'vitest';
import type { ConfiguredPrice } from '../../../src/modules/billing/port/provider-objects.ts';
import { proYear } from './calendar.ts';
import { pro, usd, weekly } from './steps.ts';
import type { ProviderRig } from './suite.ts';

const month: ConfiguredPrice = {
  priceIds: ['price_pro_month'],
  frequency: 'month',
  currency: 'usd',
  total: usd(4_000),
};
const year: ConfiguredPrice = {
  priceIds: ['price_enterprise_year', 'price_enterprise_extra_year'],
  frequency: 'year',
  currency: 'usd',
  total: usd(120_000),
};
const eur: ConfiguredPrice = {
  priceIds: ['price_pro_month_eur'],
  frequency: 'month',
  currency: 'eur',
  total: { amount: 3_900, currency: 'eur' },
};

/** Prices of one plan are compared one by one. */
export function priceCases(rig: () => ProviderRig): void {
  describe('prices by the month and the year', () => {
    it('finds nothing wrong with prices that are as configured', async () => {
      const prices = [month, year, eur, weekly(pro, 1_000)];
      const faults = await rig().provider.checkPrices(prices);
      expect(faults).toEqual({ account: [], prices: [[], [], [], []] });
    });

    it('names only the price that has another frequency, currency or amount', async () => {
      const { prices } = await rig().provider.checkPrices([
        month,
        { ...month, frequency: 'year' },
        { ...month, currency: 'eur', total: { amount: 4_000, currency: 'eur' } },
        { ...year, total: usd(100_000) },
        weekly(proYear, 40_000),
      ]);
      const named = prices.map((faults) => faults.join('\n'));
      expect(named).toEqual([
        '',
        expect.stringMatching(/price_pro_month.*month.*every year|price_pro_month.*a year/),
        expect.stringMatching(/price_pro_month.*usd.*eur/),
        expect.stringMatching(/120000.*100000/),
        expect.stringMatching(/price_pro_year.*year.*week/),
      ]);
    });

    it('names only a price that treats the tax otherwise; one that does not say how is no fault', async () => {
      const { prices } = await rig().provider.checkPrices([
        { ...month, tax: 'exclusive' },
        { ...eur, tax: 'exclusive' },
        { ...weekly(pro, 1_000), tax: 'inclusive' },
      ]);
      const wrong = expect.stringMatching(/price_pro_month_eur.*inclusive.*exclusive/);
      expect(prices).toEqual([[], [wrong], []]);
    });

    it('asks of a retired price its frequency and its currency, but not what it costs', async () => {
      const { prices } = await rig().provider.checkPrices([
        { ...month, total: null },
        { ...month, frequency: 'week', total: null },
        { ...eur, currency: 'usd', total: null },
      ]);
      expect(prices).toEqual([
        [],
        [expect.stringMatching(/month.*week/)],
        [expect.stringMatching(/eur.*usd/)],
      ]);
    });
  });
}

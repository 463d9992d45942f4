import { type Frequency, frequencies, type HearthConfig } from '@hearth/contract';
import type { Chance } from '../harness/chance.ts';
import { readPlans } from '../harness/plan-prices.ts';

type Plan = HearthConfig['plans'][number];

/** Number of weekly prices that a month and a year cost at the emulator. */
const weeks: Readonly<Record<Frequency, number>> = { week: 1, month: 4, year: 40 };

/** Prices in euros, in whole units; the emulator sells Pro at its own by month and year. */
const euros: Readonly<Record<string, Readonly<Record<Frequency, number>>>> = {
  pro: { week: 9, month: 39, year: 390 },
  enterprise: { week: 28, month: 118, year: 1_180 },
};

export type Currency = 'usd' | 'eur';

/** Every change takes effect at once, so that the histories know what is charged when. */
export const withoutWaiting: HearthConfig['billing'] = {
  cancel: 'now',
  promotionCodes: false,
  downgrade: { cheaper: 'now', shorter: 'now' },
};

/** Rules of buying where people sell with all there is. */
type Sold = Pick<HearthConfig, 'plans' | 'billing'>;

/** Pro begins with a trial, by turns with and without a card; both may end within a history. */
const trials = [
  { days: 5, card: true },
  { days: 9, card: false },
] as const;

/** Less comes later, by turns where it is cheaper, shorter or both. */
const downgrades = [
  { cheaper: 'period-end', shorter: 'period-end' },
  { cheaper: 'now', shorter: 'period-end' },
  { cheaper: 'period-end', shorter: 'now' },
] as const;

/**
 * The plans of the configuration; what is sold by the week is sold by the month and the year too, also in euros, with
 * promotion codes and trials, and ends or gets smaller when its owner wants it to. The seed of a lot chooses among the
 * rules; two lots of five have taxes.
 */
export function soldPlans(seed: number): Sold {
  const isTaxed = seed % 5 < 2;
  // Taxes need an address, which comes with the card.
  const trial = isTaxed ? trials[0] : trials[seed % trials.length];
  const downgrade = downgrades[seed % downgrades.length];
  const plans = readPlans('hearth.json')
    .map(toSold)
    .map((plan) => (isTaxed ? withTax(plan) : plan))
    .map((plan) => (plan.id === 'pro' && trial ? { ...plan, trial } : plan));
  return {
    plans,
    billing: {
      cancel: 'ask',
      promotionCodes: true,
      ...(downgrade && { downgrade }),
      ...(isTaxed && { tax: 'automatic' }),
    },
  };
}

function toSold(plan: Plan): Plan {
  if (plan.legacy) {
    return plan;
  }
  const sold = plan.free ? (['week'] as const) : frequencies;
  const prices = plan.prices.flatMap((week) =>
    sold.flatMap((frequency) => {
      const inDollars = {
        ...week,
        frequency,
        price: week.price * weeks[frequency],
        priceIds: week.priceIds.map((id) => id.replace(/week$/, frequency)),
      };
      const price = euros[plan.id]?.[frequency] ?? 0;
      const priceIds = inDollars.priceIds.map((id) => `${id}_eur`);
      return [inDollars, { ...inDollars, currency: 'eur', price, priceIds }];
    }),
  );
  return { ...plan, prices };
}

/** Prices in dollars have their tax added, as the emulator has them, and those in euros include it. */
const withTax = (plan: Plan): Plan => ({
  ...plan,
  prices: plan.prices.map((price) => ({
    ...price,
    tax: price.currency === 'eur' ? ('inclusive' as const) : ('exclusive' as const),
  })),
});

/** Prices in euros that the emulator does not have by itself. */
export const euroPrices = readPlans('hearth.json')
  .filter(({ legacy }) => !legacy)
  .flatMap((plan) =>
    toSold(plan)
      .prices.filter(({ currency }) => currency === 'eur')
      .filter(({ frequency }) => plan.id !== 'pro' || frequency === 'week')
      .flatMap(({ priceIds, price, frequency }) =>
        priceIds.map((id) => ({
          id,
          product: `prod_${plan.id}`,
          unit_amount: (price * 100) / priceIds.length,
          currency: 'eur',
          recurring: { interval: frequency },
          tax_behavior: 'inclusive',
        })),
      ),
  );

export const chooseFrequency = (chance: Chance): Frequency =>
  chance.pick(['week', 'week', 'week', 'month', 'month', 'year']);

/** A plan, and how often it is charged. */
export interface Wanted {
  readonly planId: string;
  readonly frequency: Frequency;
}

/** Prices that are cheaper or shorter; Free at least. */
export function lessThan({ planId, frequency }: Wanted): Wanted[] {
  const shorter = frequencies.slice(0, frequencies.indexOf(frequency));
  const cheaper = planId === 'enterprise' ? ['pro', 'free'] : ['free'];
  return [
    ...shorter.map((one) => ({ planId, frequency: one })),
    ...cheaper.map((one) => ({ planId: one, frequency })),
  ];
}

/** Names of the plan and its price in a request. */
export const priceNameOf = ({ planId, frequency }: Wanted, currency: Currency) =>
  planId === 'free' ? { planId, currency } : { planId, frequency, currency };

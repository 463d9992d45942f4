import { type Frequency, frequencies, type HearthConfig } from '@hearth/contract';
import type { Chance } from '../harness/chance.ts';
import { readPlans } from '../harness/plan-prices.ts';

type Plan = HearthConfig['plans'][number];

/** Number of weekly prices that a month and a year cost at the stand-in. */
const weeks: Readonly<Record<Frequency, number>> = { week: 1, month: 4, year: 40 };

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
 * The plans of the configuration; what is sold by the week is sold by the month and the year too, with promotion codes
 * and trials, and ends or gets smaller when its owner wants it to. The seed of a lot chooses among the rules.
 */
export function soldPlans(seed: number): Sold {
  const trial = trials[seed % trials.length];
  const downgrade = downgrades[seed % downgrades.length];
  const plans = readPlans('hearth.json')
    .map(toSold)
    .map((plan) => (plan.id === 'pro' && trial ? { ...plan, trial } : plan));
  return {
    plans,
    billing: { cancel: 'ask', promotionCodes: true, ...(downgrade && { downgrade }) },
  };
}

function toSold(plan: Plan): Plan {
  if (plan.free || plan.legacy) {
    return plan;
  }
  const prices = plan.prices.flatMap((week) =>
    frequencies.map((frequency) => ({
      ...week,
      frequency,
      price: week.price * weeks[frequency],
      priceIds: week.priceIds.map((id) => id.replace(/week$/, frequency)),
    })),
  );
  return { ...plan, prices };
}

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
export const priceNameOf = ({ planId, frequency }: Wanted) =>
  planId === 'free' ? { planId } : { planId, frequency };

/** The price of the plan per week. */
export function weeklyPrice({ prices }: Plan): Plan['prices'][number] {
  const weekly = prices.find(({ frequency }) => frequency === 'week');
  if (!weekly) {
    throw new Error('The plan is not sold by the week.');
  }
  return weekly;
}

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

/**
 * The plans of the configuration; what is sold by the week is sold by the month and the year too, with promotion codes,
 * and ends when its owner wants it to.
 */
export function soldPlans(): Sold {
  const plans = readPlans('hearth.json').map(toSold);
  return { plans, billing: { ...withoutWaiting, cancel: 'ask', promotionCodes: true } };
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

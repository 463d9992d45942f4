import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HearthConfig, hearthConfig } from '@hearth/contract';
import { expect } from 'vitest';

type Plan = HearthConfig['plans'][number];
type Price = Plan['prices'][number];

/** The price of a plan that has one. */
export function onlyPrice({ prices }: Plan): Price {
  expect(prices).toHaveLength(1);
  return prices[0] ?? expect.fail();
}

/** The plan with all its prices changed. */
export function withPrice(plan: Plan, change: Partial<Price>): Plan {
  return { ...plan, prices: plan.prices.map((price) => ({ ...price, ...change })) };
}

const folder = join(import.meta.dirname, '../../../config');

/** Plans of a file in the folder of the configuration. */
export function readPlans(file: string): HearthConfig['plans'] {
  return hearthConfig.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))).plans;
}

/** Plans with prices per month and year, in usd and eur, without a trial. */
export function monthlyYearly(): Pick<HearthConfig, 'plans'> {
  const plans = readPlans('examples/monthly-yearly.json');
  return { plans: plans.map(({ trial: _, ...plan }) => plan) };
}

/** Plans as monthlyYearly has them, with 14 free days of Pro. */
export function withTrial({ card = true } = {}): Pick<HearthConfig, 'plans'> {
  const { plans } = monthlyYearly();
  const trial = { days: 14, card };
  return { plans: plans.map((plan) => (plan.id === 'pro' ? { ...plan, trial } : plan)) };
}

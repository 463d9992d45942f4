import type { HearthConfig } from '@hearth/contract';
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

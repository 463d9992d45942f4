import { type HearthConfig, toMinorUnits } from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { findPlan } from '../../subscriptions/index.ts';
import type { Money } from './payment-provider.ts';

export type Plan = HearthConfig['plans'][number];

/** A plan that can be chosen; legacy ones can only be kept. */
export function requireChoosable(settings: HearthConfig, planId: string): Plan {
  const plan = findPlan(settings, planId);
  refuseUnless(plan, 'plan/unknown');
  refuseIf(plan.legacy, 'plan/legacy');
  return plan;
}

/** What an intent keeps of its plan, which may leave the configuration before it is carried out. */
export type PlanTerms = Pick<Plan, 'id' | 'priceIds' | 'free' | 'currency'>;

export function toTerms({ id, priceIds, free, currency }: Plan): PlanTerms {
  return { id, priceIds, free, currency };
}

/** Per period, in minor units. */
export function planPrice(plan: Pick<Plan, 'price' | 'currency'>): Money {
  return toMinorUnits(plan);
}

/** The plan that these provider prices stand for. */
export function planOfPrices(
  settings: HearthConfig,
  priceIds: readonly string[],
): Plan | undefined {
  const wanted = [...priceIds].sort().join();
  return settings.plans.find((plan) => [...plan.priceIds].sort().join() === wanted);
}

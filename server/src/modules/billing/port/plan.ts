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

/** Copy of the plan in an intent: the plan may leave the configuration before the intent is carried out. */
export type PlanTerms = Pick<Plan, 'id' | 'priceIds' | 'free' | 'currency'>;

export function toTerms({ id, priceIds, free, currency }: Plan): PlanTerms {
  return { id, priceIds, free, currency };
}

/** Per period, in minor units. */
export function planPrice(plan: Pick<Plan, 'price' | 'currency'>): Money {
  return toMinorUnits(plan);
}

/** The plan with these provider prices, whether it is sold at them today or was before. */
export function planOfPrices(
  settings: Pick<HearthConfig, 'plans'>,
  priceIds: readonly string[],
): Plan | undefined {
  return settings.plans.find(
    (plan) => arePrices(plan.priceIds, priceIds) || isRetired(plan, priceIds),
  );
}

/** The plan that an invoice charges for. The invoice of a plan change names only the new prices. */
export function planOfInvoice(
  settings: Pick<HearthConfig, 'plans'>,
  priceIds: readonly string[],
): Plan | undefined {
  const isCharged = (ids: readonly string[]) => priceIds.every((id) => ids.includes(id));
  return priceIds.length === 0
    ? undefined
    : (planOfPrices(settings, priceIds) ??
        settings.plans.find(({ priceIds: present, retired }) =>
          [present, ...retired].some(isCharged),
        ));
}

/** Whether the prices are an earlier price of the plan. */
export function isRetired(
  { retired }: Pick<Plan, 'retired'>,
  priceIds: readonly string[] | null | undefined,
): boolean {
  return retired.some((earlier) => arePrices(earlier, priceIds ?? []));
}

/** Whether both lists name the same prices, in any order. */
export function arePrices(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join() === [...other].sort().join();
}

import type { PublicPlan } from '@hearth/contract';
import { useLocation } from 'react-router';
import { useConfig } from '../config/index.ts';
import { paths } from '../paths.ts';

/** Names of a price, where the plan has several. */
type Named = Readonly<Record<string, string>>;

/** Where a person begins with a plan. */
export function toCreatePlan(planId: string, price: Named): string {
  return `${paths.createPlan}?${toChoice(planId, price)}`;
}

/** Names a plan and its price in an address. */
export function toChoice(planId: string, price: Named): string {
  return `${new URLSearchParams({ plan: planId, ...price })}`;
}

interface ChosenPlan {
  readonly plan: PublicPlan;
  /** Where a person begins with it. */
  readonly path: string;
}

/** The plan that this address names, if it can be had. */
export function useChosenPlan(): ChosenPlan | undefined {
  const { plans } = useConfig();
  const search = new URLSearchParams(useLocation().search);
  const plan = plans.find(({ id, legacy }) => id === search.get('plan') && !legacy);
  const named = [...search].filter(([name]) => name === 'frequency' || name === 'currency');
  return plan && { plan, path: toCreatePlan(plan.id, Object.fromEntries(named)) };
}

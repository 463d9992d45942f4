import type { PublicPlan } from '@hearth/contract';
import { useLocation } from 'react-router';
import { useConfig } from '../config/index.ts';
import { paths } from '../paths.ts';

/** Parameter of addresses that name the plan a person has chosen. */
const parameter = 'plan';

/** Where a person begins with a plan. */
export function toCreatePlan(planId: string): string {
  return `${paths.createPlan}?${new URLSearchParams({ [parameter]: planId })}`;
}

/** Where a visitor signs up for a plan. */
export function toSignUpFor(planId: string): string {
  return `${paths.signUp}?${new URLSearchParams({ [parameter]: planId })}`;
}

/** The plan that this address names, if it can be had. */
export function useChosenPlan(): PublicPlan | undefined {
  const { plans } = useConfig();
  const id = new URLSearchParams(useLocation().search).get(parameter);
  return plans.find((plan) => plan.id === id && !plan.legacy);
}

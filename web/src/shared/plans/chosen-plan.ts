import type { PublicPlan } from '@hearth/contract';
import { useLocation } from 'react-router';
import { useConfig } from '../config/index.ts';
import { paths } from '../paths.ts';

/** Where a person begins with a plan. */
export function toCreatePlan(planId: string): string {
  return `${paths.createPlan}?plan=${encodeURIComponent(planId)}`;
}

/** The plan that this address names, if it can be had. */
export function useChosenPlan(): PublicPlan | undefined {
  const { plans } = useConfig();
  const id = new URLSearchParams(useLocation().search).get('plan');
  return plans.find((plan) => plan.id === id && !plan.legacy);
}

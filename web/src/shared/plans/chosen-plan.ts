import type { PublicPlan } from '@hearth/contract';
import { useLocation } from 'react-router';
import { useConfig } from '../config/index.ts';
import { paths } from '../paths.ts';

interface ChosenPlan {
  readonly plan: PublicPlan;
  /** Address at which a person buys it, with the price in the address. */
  readonly path: string;
}

/** The plan that this address names, if it can be had. */
export function useChosenPlan(): ChosenPlan | undefined {
  const { plans } = useConfig();
  const { search } = useLocation();
  const chosenId = new URLSearchParams(search).get('plan');
  const plan = plans.find(({ id, legacy }) => id === chosenId && !legacy);
  return plan && { plan, path: paths.createPlan + search };
}

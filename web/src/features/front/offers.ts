import type { PublicPlan, PublicPrice } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useConfig } from '../../shared/config/index.ts';

/** Plans that a newcomer can have. */
export function useOfferedPlans(): readonly PublicPlan[] {
  return useConfig().plans.filter(({ legacy }) => !legacy);
}

/** Prices of the plans as they are shown, and the choice between them if there is one. */
export interface Offers {
  readonly priceOf: (plan: PublicPlan) => PublicPrice | undefined;
  /** Query of the address that begins with the plan at this price. */
  readonly queryOf: (plan: PublicPlan) => string;
  /** Names the period and the currency of the prices; empty if there is no choice. */
  readonly shown: string;
  /** Below the price. */
  readonly noteOf?: (plan: PublicPlan) => ReactNode;
  readonly control?: ReactNode;
}

import type { Frequency, HearthConfig } from '@hearth/contract';
import type { ScheduledPrices } from '../provider-objects.ts';
import { pricedPlanOf } from './plan.ts';

/** Plan that a scheduled change leads to. */
export interface ComingPlan {
  readonly planId: string;
  /** Null on a free plan, which is never charged. */
  readonly frequency: Frequency | null;
  /** When it takes effect. */
  readonly at: Date;
}

/** Null where nothing is scheduled, and where the configuration does not have the prices. */
export function toComingPlan(
  scheduled: ScheduledPrices | null | undefined,
  settings: Pick<HearthConfig, 'plans'>,
): ComingPlan | null {
  const priced = scheduled && pricedPlanOf(settings, scheduled.items);
  if (!priced) {
    return null;
  }
  const { plan, price } = priced;
  return { planId: plan.id, frequency: plan.free ? null : price.frequency, at: scheduled.at };
}

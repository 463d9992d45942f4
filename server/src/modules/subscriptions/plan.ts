import type { HearthConfig } from '@hearth/contract';

/** A plan of the configuration. */
export type Plan = HearthConfig['plans'][number];

export function findPlan(settings: Pick<HearthConfig, 'plans'>, id: string): Plan | undefined {
  return settings.plans.find((plan) => plan.id === id);
}

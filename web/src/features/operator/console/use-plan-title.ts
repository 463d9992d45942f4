import { planById, useConfig, useConfiguredText } from '../../../shared/config/index.ts';

/** Title of a plan by its id, which one that is no longer sold keeps. */
export function usePlanTitle(): (planId: string) => string {
  const config = useConfig();
  const configuredText = useConfiguredText();
  return (planId) => {
    const plan = planById(config, planId);
    return plan ? configuredText(plan.titleKey) : planId;
  };
}

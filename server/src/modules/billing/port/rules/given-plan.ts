import type { HearthConfig } from '@hearth/contract';
import type { ProviderSubscription } from '../provider-objects.ts';
import { planOfItems } from './plan.ts';

type Given = Pick<ProviderSubscription, 'freeUntil' | 'scheduled'>;

/** Whether an operator gave the plan for a time, so that nobody has agreed to pay for it: with the free time it returns to a free plan. */
export function isGivenPlan<Account extends Given>(
  account: Account | undefined,
  settings: Pick<HearthConfig, 'plans'>,
): account is Account & { readonly scheduled: NonNullable<Given['scheduled']> } {
  const { freeUntil, scheduled } = account ?? {};
  return (
    freeUntil != null &&
    scheduled?.at.getTime() === freeUntil.getTime() &&
    planOfItems(settings, scheduled.items)?.free === true
  );
}

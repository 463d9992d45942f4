import type { Frequency } from '@hearth/contract';
import type { AuditDetails } from '../../audit/index.ts';
import type { PricedPlan } from '../port/plan.ts';

/** How often a subscription is charged before and after a change; null where nothing is charged, or where that is not known. */
export interface FrequencyChange {
  readonly from: Frequency | null;
  readonly to: Frequency | null;
}

export function frequencyOf(priced: PricedPlan | undefined): Frequency | null {
  return priced === undefined || priced.plan.free ? null : priced.price.frequency;
}

/** Details of a plan change in the activity. The frequency is among them where a charged subscription changed it. */
export function toPlanDetails(
  plan: { readonly from: string; readonly to: string },
  { from, to }: FrequencyChange,
): AuditDetails {
  const isChanged = from !== null && to !== null && from !== to;
  return { plan_id: plan, ...(isChanged && { frequency: { from, to } }) };
}

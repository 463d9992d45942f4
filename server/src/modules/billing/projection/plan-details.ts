import type { Frequency } from '@hearth/contract';
import type { AuditDetails } from '../../audit/index.ts';
import type { ProviderInvoice } from '../port/payment-provider.ts';
import type { PricedPlan } from '../port/rules/plan.ts';

/** How often a subscription is charged before and after a change; null where nothing is charged, or where that is not known. */
export interface FrequencyChange {
  readonly from: Frequency | null;
  readonly to: Frequency | null;
}

export function frequencyOf(priced: PricedPlan | undefined): Frequency | null {
  return priced === undefined || priced.plan.free ? null : priced.price.frequency;
}

/** Time that an invoice charges for, which need not begin on its day; nothing where it charges for none. */
export function toPeriod({ lines, paidUntil }: Pick<ProviderInvoice, 'lines' | 'paidUntil'>) {
  const charged = lines.filter(
    ({ amount, to }) => amount > 0 && to.getTime() === paidUntil?.getTime(),
  );
  const from = Math.min(...charged.map((line) => line.from.getTime()));
  return paidUntil && from < paidUntil.getTime()
    ? { period: { from: new Date(from).toISOString(), to: paidUntil.toISOString() } }
    : {};
}

/** Details of a plan change in the activity. The frequency is among them where a charged subscription changed it. */
export function toPlanDetails(
  plan: { readonly from: string; readonly to: string },
  { from, to }: FrequencyChange,
): AuditDetails {
  const isChanged = from !== null && to !== null && from !== to;
  return { plan_id: plan, ...(isChanged && { frequency: { from, to } }) };
}

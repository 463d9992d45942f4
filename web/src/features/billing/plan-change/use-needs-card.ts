import type { PublicPlan } from '@hearth/contract';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';

/** Whether card and address come first; nothing while that is not known. */
export function useNeedsCard(
  fromPlan: PublicPlan | undefined,
  plan: PublicPlan,
): boolean | undefined {
  const { data, isPending } = useGetBillingSummary();

  if (plan.free) {
    return false;
  }
  if (fromPlan?.free) {
    return true;
  }
  if (isPending) {
    return undefined;
  }
  // Without an answer the server decides, and says what is lacking.
  return data !== undefined && (data.card === null || data.needs_billing_info);
}

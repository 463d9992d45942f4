import type { PublicPlan } from '@hearth/contract';
import { useGetBillingSummary } from '../payment/use-get-billing-summary.ts';

/** Whether card and address come first; nothing while that is not known. */
export function useNeedsBillingInfo(
  fromPlan: PublicPlan | undefined,
  plan: PublicPlan,
): boolean | undefined {
  const { data, isPending } = useGetBillingSummary();

  if (plan.price === 0) {
    return false;
  }
  if (fromPlan?.price === 0) {
    return true;
  }
  if (isPending) {
    return undefined;
  }
  // Without an answer the server decides, and says what is lacking.
  return data !== undefined && (data.card === null || data.needs_billing_info);
}

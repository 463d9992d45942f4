import type { PublicPlan } from '@hearth/contract';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';

/** Whether card and address come first; nothing while that is not known. */
export function useNeedsCard({ free }: Pick<PublicPlan, 'free'>): boolean | undefined {
  const { data, isPending } = useGetBillingSummary();

  if (free) {
    return false;
  }
  if (isPending) {
    return undefined;
  }
  // Without an answer the server decides, and says what is lacking.
  return data !== undefined && (data.needs_card || data.needs_details);
}

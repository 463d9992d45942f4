import { type OutputOf, previewPlanChange } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useAccount } from '../../../shared/session/index.ts';

export type PlanChangePreview = OutputOf<typeof previewPlanChange>;

/** What the change costs. Asked anew for every look, and never again behind the reader's back: these amounts are confirmed. */
export function usePreviewPlanChange(planId: string) {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const subscriptionId = subscription.id;

  return useQuery({
    // Apart from the keys of the account and its billing, which are read again after many a change.
    queryKey: ['plan-change-preview', uid, subscriptionId, planId],
    queryFn: ({ signal }) => api.call(previewPlanChange, { subscriptionId, planId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

import { getBillingDetails, type OutputOf } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import { billingKey, useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useAccount } from '../../../shared/session/index.ts';

export type KnownDetails = OutputOf<typeof getBillingDetails>;

const uses = {
  /** Kept, and read again as all about the money is. */
  shown: {},
  /** Read again for every form, and never while somebody types. */
  typed: { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
};

/** Payer and address, which only the owner may read. */
export function useGetBillingDetails(use: keyof typeof uses, enabled = true) {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const subscriptionId = subscription.id;

  return useQuery({
    queryKey: [...billingKey(uid, subscriptionId), 'details', use],
    queryFn: ({ signal }) => api.call(getBillingDetails, { subscriptionId }, { signal }),
    enabled,
    ...uses[use],
  });
}

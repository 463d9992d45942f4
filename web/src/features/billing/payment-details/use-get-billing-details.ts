import { getBillingDetails } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import { billingKey, useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useAccount } from '../../../shared/session/index.ts';

/** Read anew for every form, and never again under what is being typed. */
export function useGetBillingDetails() {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const subscriptionId = subscription.id;

  return useQuery({
    queryKey: [...billingKey(uid, subscriptionId), 'details'],
    queryFn: ({ signal }) => api.call(getBillingDetails, { subscriptionId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

import { getActivity } from '@hearth/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../shared/api/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';

export const pageSize = 20;

/** One page of what happened; never from memory, since everything that people do adds to it. */
export function useGetActivity(page: number) {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const subscriptionId = subscription.id;

  return useQuery({
    queryKey: ['account', uid, 'subscription-activity', subscriptionId, page],
    queryFn: ({ signal }) => api.call(getActivity, { subscriptionId, page, pageSize }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

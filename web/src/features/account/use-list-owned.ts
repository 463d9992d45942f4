import { listSubscriptions } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../shared/api/index.ts';
import { subscriptionsKey } from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';

/** Subscriptions that the signed-in person owns and that are not canceled. */
export function useListOwned() {
  const api = useApi();
  const { uid } = useAccount();
  return useQuery({
    queryKey: subscriptionsKey(uid),
    queryFn: ({ signal }) => api.call(listSubscriptions, {}, { signal }),
    select: ({ subscriptions }) =>
      subscriptions.filter(({ owner_id, status }) => owner_id === uid && status !== 'canceled'),
  });
}

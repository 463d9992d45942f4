import { getSubscriptionUsers } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import {
  subscriptionUsersKey,
  useCurrentSubscription,
} from '../../../shared/current-subscription/index.ts';
import { useAccount } from '../../../shared/session/index.ts';

/** Seats that people and open invitations take; undefined until that is known. */
export function useSeatsInUse(): number | undefined {
  const api = useApi();
  const { uid } = useAccount();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const part = { page: 1, pageSize: 10 };
  const { data } = useQuery({
    queryKey: [...subscriptionUsersKey(uid, subscriptionId), 'seats'],
    queryFn: ({ signal }) =>
      api.call(getSubscriptionUsers, { subscriptionId, ...part }, { signal }),
  });
  return data?.seats.used;
}

import { getSubscriptionUsers } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../shared/api/index.ts';
import {
  subscriptionUsersKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';

/** How many open invitations the signed-in person has sent here; 0 until that is known, and for those who send none. */
export function useOwnOpenInvites(): number {
  const api = useApi();
  const { uid, email } = useAccount();
  const { subscription, isAdminLevel } = useCurrentSubscription();
  const { id: subscriptionId, status } = subscription;
  const part = { search: email, page: 1, pageSize: 100 };
  const { data } = useQuery({
    queryKey: [...subscriptionUsersKey(uid, subscriptionId), 'own invites', email],
    queryFn: ({ signal }) =>
      api.call(getSubscriptionUsers, { subscriptionId, ...part }, { signal }),
    // An unpaid project shows nobody its users.
    enabled: isAdminLevel && status !== 'unpaid',
  });
  return data?.users.find(({ id }) => id === uid)?.open_invites ?? 0;
}

import type { Subscription } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import {
  billingKey,
  subscriptionKey,
  subscriptionsKey,
  useCurrentSubscription,
} from '../../../shared/current-subscription/index.ts';
import { useAccount } from '../../../shared/session/index.ts';

/** Reads the subscription and all about its money again, as after every change of money; answers it as it is then. */
export function useRefreshBilling(): () => Promise<Subscription> {
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const { id } = subscription;

  return async () => {
    const own = subscriptionKey(uid, id);
    void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
    await Promise.all([
      queries.invalidateQueries({ queryKey: own }),
      queries.invalidateQueries({ queryKey: billingKey(uid, id) }),
    ]);
    return queries.getQueryData<Subscription>(own) ?? subscription;
  };
}

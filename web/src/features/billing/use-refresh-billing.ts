import { useQueryClient } from '@tanstack/react-query';
import {
  subscriptionKey,
  subscriptionsKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { billingKey } from './billing-keys.ts';

/** Reads the subscription and all about its money again, as after every change of money. */
export function useRefreshBilling(): () => Promise<void> {
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { id } = useCurrentSubscription().subscription;

  return async () => {
    void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
    void queries.invalidateQueries({ queryKey: subscriptionKey(uid, id) });
    await queries.invalidateQueries({ queryKey: billingKey(uid, id) });
  };
}

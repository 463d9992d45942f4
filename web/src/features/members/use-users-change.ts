import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '../../shared/api/use-change.ts';
import {
  subscriptionKey,
  subscriptionsKey,
  subscriptionUsersKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';

/** One change in the list of users; the list is read again after a failure. */
export function useUsersChange() {
  const refresh = useRefreshUsers();
  const { busy, error, run } = useChange({ refresh });

  const change = <Result>(task: () => Promise<Result>, onDone: (result: Result) => void) =>
    run(async () => {
      onDone(await task());
      return 'leaving';
    });

  return { busy, error, change, refresh };
}

/** Reads the subscription first: a person who has lost access meets the guard, not a list that fails to load. */
export function useRefreshUsers() {
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { id } = useCurrentSubscription().subscription;

  return async () => {
    void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
    await queries.invalidateQueries({ queryKey: subscriptionKey(uid, id) });
    await queries.invalidateQueries({ queryKey: subscriptionUsersKey(uid, id) });
  };
}

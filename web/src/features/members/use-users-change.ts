import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  subscriptionKey,
  subscriptionsKey,
  subscriptionUsersKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';

/** One change in the list of users: at work, or refused for a reason, or done. */
export function useUsersChange() {
  const refresh = useRefreshUsers();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  async function run<Result>(change: () => Promise<Result>, onDone: (result: Result) => void) {
    setBusy(true);
    setError(undefined);
    try {
      onDone(await change());
    } catch (failure) {
      setError(failure);
      setBusy(false);
      // Refused is often what somebody else has done already.
      await refresh();
    }
  }

  return { busy, error, run, refresh };
}

/** The subscription first: whoever has lost access meets the guard, not a list that does not load. */
function useRefreshUsers() {
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { id } = useCurrentSubscription().subscription;

  return async () => {
    void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
    await queries.invalidateQueries({ queryKey: subscriptionKey(uid, id) });
    await queries.invalidateQueries({ queryKey: subscriptionUsersKey(uid, id) });
  };
}

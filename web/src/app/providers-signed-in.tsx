import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Outlet } from 'react-router';
import { type Api, ApiProvider, useApi } from '../shared/api/index.ts';
import { isPassing } from '../shared/api/is-passing.ts';
import { watchDenials } from '../shared/api/watch-denials.ts';
import { subscriptionKey, subscriptionsKey } from '../shared/current-subscription/index.ts';
import { useAccount } from '../shared/session/index.ts';
import { useVerifiedElsewhere } from '../shared/verification/use-verified-elsewhere.ts';
import { useEntryChores } from './use-entry-chores.ts';

const mostRetries = 2;
const freshMs = 10_000;

/** The data layer of one person: another account gets another cache, and nothing is left behind. */
export function SignedInProviders() {
  return <PersonalCache key={useAccount().uid} />;
}

function PersonalCache() {
  useEntryChores();
  useVerifiedElsewhere();
  const account = useAccount();
  const [queries] = useState(createQueries);
  useEffect(() => () => queries.clear(), [queries]);
  // Shows at once what a mailed link or another tab has changed about the person.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['account', account.uid] });
  }, [queries, account]);

  return (
    <QueryClientProvider client={queries}>
      <ApiProvider api={useWatchedApi(queries)}>
        <Outlet />
      </ApiProvider>
    </QueryClientProvider>
  );
}

/** After any denial the subscription is read again: sidebar and guards follow what it says. */
function useWatchedApi(queries: QueryClient): Api {
  const api = useApi();
  const { uid } = useAccount();
  return useMemo(
    () =>
      watchDenials(api, (subscriptionId) => {
        void queries.invalidateQueries({ queryKey: subscriptionKey(uid, subscriptionId) });
        void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
      }),
    [api, queries, uid],
  );
}

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        retry: (failures, error) => failures < mostRetries && isPassing(error),
      },
    },
  });
}

import { type ListedSubscription, listSubscriptions } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Api, useApi } from '../api/index.ts';
import { useAccount } from '../session/index.ts';
import { subscriptionsKey } from './subscription-keys.ts';

interface SubscriptionListOptions {
  readonly enabled?: boolean;
  /** False if the first page is enough, as it is for nearly everybody, whose projects it holds. */
  readonly all?: boolean;
}

/** Projects of the person, newest first: those of the first page, and the others if they are wanted. */
export function useSubscriptions({ enabled = true, all = true }: SubscriptionListOptions = {}) {
  const api = useApi();
  const { uid } = useAccount();
  const key = subscriptionsKey(uid);
  const first = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(listSubscriptions, {}, { signal }),
    enabled,
  });
  const token = first.data?.nextPageToken ?? null;
  const others = useQuery({
    queryKey: [...key, 'after', token],
    queryFn: ({ signal }) => listAfter(token, { api, signal }),
    enabled: enabled && all && token !== null,
  });

  const subscriptions = useMemo(
    () => first.data && [...first.data.subscriptions, ...((token && others.data) || [])],
    [first.data, others.data, token],
  );
  const isAll = first.isSuccess && (token === null || others.isSuccess);
  const failed = first.isError ? first : others;
  return {
    subscriptions,
    /** Whether no project is missing. */
    isAll,
    isPending: first.isPending,
    isFetching: first.isFetching || others.isFetching,
    error: failed.error,
    isError: failed.isError,
    refetch: failed.refetch,
  };
}

/** All pages after this token. */
async function listAfter(
  token: string | null,
  { api, signal }: { readonly api: Api; readonly signal: AbortSignal },
): Promise<ListedSubscription[]> {
  const found: ListedSubscription[] = [];
  let pageToken = token;
  while (pageToken !== null) {
    const page = await api.call(listSubscriptions, { pageToken }, { signal });
    found.push(...page.subscriptions);
    pageToken = page.nextPageToken;
  }
  return found;
}

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Api, useApi } from '../../shared/api/index.ts';
import { isRefused } from '../../shared/api-error.ts';
import { useRecentSignIn } from '../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { operatorKey, useAccount } from '../../shared/session/index.ts';

/** Reads for a page of operators; asks for a recent sign-in where the server wants one. */
export function useOperatorQuery<Data>(
  key: readonly unknown[],
  ask: (api: Api, options: { readonly signal: AbortSignal }) => Promise<Data>,
) {
  const api = useApi();
  const { uid } = useAccount();
  const { run, dialog } = useRecentSignIn();
  const query = useQuery({
    queryKey: ['account', uid, ...key],
    queryFn: ({ signal }) => run(() => ask(api, { signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  useLeaveWithoutRight(query.error);
  return { query, dialog };
}

/** A role that was taken away closes the page that is open: what stands above it asks again. */
function useLeaveWithoutRight(error: unknown): void {
  const queries = useQueryClient();
  const { uid } = useAccount();
  const isGone = isRefused(error, 'request/unknown-path') || isRefused(error, 'access/denied');
  useEffect(() => {
    if (isGone) {
      void queries.invalidateQueries({ queryKey: operatorKey(uid) });
    }
  }, [isGone, queries, uid]);
}

import { findCustomers } from '@hearth/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import { useRecentSignIn } from '../../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { useAccount } from '../../../shared/session/index.ts';

/** Bounds of the server. */
export const shortestSearch = 2;
export const longestSearch = 200;

/** Finds customers by a text, once it is long enough. */
export function useFindCustomers(text: string) {
  const api = useApi();
  const { uid } = useAccount();
  const { run, dialog } = useRecentSignIn();
  const query = useQuery({
    queryKey: ['account', uid, 'operator-find', text],
    queryFn: ({ signal }) => run(() => api.call(findCustomers, { text }, { signal })),
    enabled: text.length >= shortestSearch,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { query, dialog };
}

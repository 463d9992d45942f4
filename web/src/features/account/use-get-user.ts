import { getUser } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../shared/api/index.ts';
import { useAccount, useSession } from '../../shared/session/index.ts';

export function useGetUser() {
  const api = useApi();
  const { uid, email, displayName } = useAccount();
  const { reload } = useSession();
  const query = useQuery({
    queryKey: userKey(uid),
    queryFn: ({ signal }) => api.call(getUser, { uid }, { signal }),
    // People come back here right from the mailed link that verified their address.
    staleTime: 0,
  });

  const { data } = query;
  const isNews = data && (data.email !== email || data.display_name !== displayName);
  useEffect(() => {
    if (isNews) {
      // A mailed link may have changed the account elsewhere; the top bar follows or stays as it is.
      reload().catch(() => undefined);
    }
  }, [isNews, reload]);

  return query;
}

/** Cache keys carry the uid, so that nobody is ever shown what somebody else has loaded. */
export function userKey(uid: string) {
  return ['account', uid, 'user'] as const;
}

export function sessionsKey(uid: string) {
  return ['account', uid, 'sessions'] as const;
}

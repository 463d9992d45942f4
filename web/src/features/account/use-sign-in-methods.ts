import { getSignInMethods, type OutputOf } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../shared/api/index.ts';
import { useAccount } from '../../shared/session/index.ts';

export type SignInMethods = OutputOf<typeof getSignInMethods>;

/** Everything that opens the account, with its times. */
export function useSignInMethods() {
  const api = useApi();
  const { uid } = useAccount();
  return useQuery({
    queryKey: signInMethodsKey(uid),
    queryFn: ({ signal }) => api.call(getSignInMethods, {}, { signal }),
    // A mailed link or another device may have changed them.
    staleTime: 0,
  });
}

/** Carries the uid, so that nobody is ever shown what somebody else has loaded. */
export function signInMethodsKey(uid: string) {
  return ['account', uid, 'sign-in-methods'] as const;
}

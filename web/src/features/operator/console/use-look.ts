import { lookAtAccount, lookAtSubscription } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import { useRecentSignIn } from '../../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { useAccount } from '../../../shared/session/index.ts';

type Api = ReturnType<typeof useApi>;

/** Reads a customer, and again after each act; never by itself, since the customer's history has every look. */
function useLook<Sheet>(subjectId: string, reason: string, look: (api: Api) => Promise<Sheet>) {
  const api = useApi();
  const { uid } = useAccount();
  const { run, dialog } = useRecentSignIn();
  const query = useQuery({
    queryKey: ['account', uid, 'operator-look', subjectId, reason],
    queryFn: () => run(() => look(api)),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return { query, dialog };
}

export const useLookAtPerson = (uid: string, reason: string) =>
  useLook(uid, reason, (api) => api.call(lookAtAccount, { uid, reason }));

export const useLookAtProject = (subscriptionId: string, reason: string) =>
  useLook(subscriptionId, reason, (api) =>
    api.call(lookAtSubscription, { subscriptionId, reason }),
  );

import { getSubscription, type Subscription } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import { subscriptionKey } from '../../../shared/current-subscription/index.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { awaitAnswer } from './await-answer.ts';

/** Reads the subscription until it is as awaited; false where it has not come to be in time. */
export function useAwaitSubscription() {
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();

  const read = (id: string) =>
    queries.fetchQuery({
      queryKey: subscriptionKey(uid, id),
      queryFn: ({ signal }) => api.call(getSubscription, { subscriptionId: id }, { signal }),
      staleTime: 0,
    });

  return (id: string, isThere: (subscription: Subscription) => boolean): Promise<boolean> =>
    awaitAnswer(() => read(id), isThere);
}

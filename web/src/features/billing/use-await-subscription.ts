import { getSubscription, type Subscription } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../shared/api/index.ts';
import { isPassing } from '../../shared/api/is-passing.ts';
import { subscriptionKey } from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';

const everyMs = 1000;
const mostReads = 15;

/** Reads the subscription until it is as awaited: the server hears of a payment a moment after the browser does. */
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

  /** False where it has not come to be within 15 seconds. */
  return async (id: string, isThere: (subscription: Subscription) => boolean): Promise<boolean> => {
    for (let reads = 1; reads <= mostReads; reads += 1) {
      const subscription = await unlessPassing(() => read(id));
      if (subscription && isThere(subscription)) {
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    return false;
  };
}

/** The money has moved by now, so a read that fails for a moment must not look like a payment that failed. */
async function unlessPassing<Answer>(read: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isPassing(error)) {
      return undefined;
    }
    throw error;
  }
}

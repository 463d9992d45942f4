import { getBillingSummary, getSubscription, type Subscription } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import { isPassing } from '../../../shared/api-error.ts';
import { subscriptionKey } from '../../../shared/current-subscription/index.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { type BillingSummaryAnswer, billingSummaryKey } from './use-get-billing-summary.ts';

/** Reads the subscription until it is as awaited; false if that takes too long. */
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

/** Reads the summary until it is as awaited; false if that takes too long. */
export function useAwaitSummary() {
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();

  const read = (subscriptionId: string) =>
    queries.fetchQuery({
      queryKey: billingSummaryKey(uid, subscriptionId),
      queryFn: ({ signal }) => api.call(getBillingSummary, { subscriptionId }, { signal }),
      staleTime: 0,
    });

  return (id: string, isThere: (summary: BillingSummaryAnswer) => boolean): Promise<boolean> =>
    awaitAnswer(() => read(id), isThere);
}

const everyMs = 1000;
const mostReads = 15;

/** Reads until the answer is as awaited, since the server learns of a payment a moment after the browser. False after 15 seconds. */
async function awaitAnswer<Answer>(
  read: () => Promise<Answer>,
  isThere: (answer: Answer) => boolean,
): Promise<boolean> {
  for (let reads = 1; reads <= mostReads; reads += 1) {
    const answer = await unlessPassing(read);
    if (answer !== undefined && isThere(answer)) {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return false;
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

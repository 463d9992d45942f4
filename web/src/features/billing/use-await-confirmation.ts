import { getBillingSummary } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../shared/api/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { awaitAnswer } from './await-answer.ts';
import { billingSummaryKey } from './billing-keys.ts';

/** Reads the summary until no payment waits for the person; false where one still does after a while. */
export function useAwaitConfirmation() {
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();

  const read = (subscriptionId: string) =>
    queries.fetchQuery({
      queryKey: billingSummaryKey(uid, subscriptionId),
      queryFn: ({ signal }) => api.call(getBillingSummary, { subscriptionId }, { signal }),
      staleTime: 0,
    });

  return (id: string): Promise<boolean> =>
    awaitAnswer(
      () => read(id),
      ({ needs_confirmation: isWaiting }) => !isWaiting,
    );
}

import { getBillingSummary } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { awaitAnswer } from './await-answer.ts';
import { billingSummaryKey } from './billing-keys.ts';
import type { BillingSummaryAnswer } from './use-get-billing-summary.ts';

/** Reads the summary until it is as awaited; false where it is not so after a while. */
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

import { listInvoices } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import { billingKey, useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useAccount } from '../../../shared/session/index.ts';

export const pageSize = 10;

/** One page of the invoices, newest first; what is shown stays while the next page comes. */
export function useListInvoices(pageToken: string | undefined) {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const subscriptionId = subscription.id;
  const everyPage = [...billingKey(uid, subscriptionId), 'invoices'];
  const part = { pageSize: String(pageSize), ...(pageToken !== undefined && { pageToken }) };

  return useQuery({
    queryKey: [...everyPage, pageToken ?? 'first'],
    queryFn: ({ signal }) => api.call(listInvoices, { subscriptionId, ...part }, { signal }),
    // Never the invoices of another subscription.
    placeholderData: (shown, query) =>
      everyPage.every((name, at) => query?.queryKey[at] === name) ? shown : undefined,
  });
}

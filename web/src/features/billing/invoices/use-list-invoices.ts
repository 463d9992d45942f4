import { listInvoices } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import { billingKey, useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { pageSize } from './invoice-pager.tsx';
import type { InvoiceOrder } from './invoice-table.tsx';

interface InvoicesPart {
  readonly order: InvoiceOrder;
  /** Undefined on the first page. */
  readonly pageToken: string | undefined;
}

/** One page of the invoices; what is shown stays while another one comes. */
export function useListInvoices({ order, pageToken }: InvoicesPart) {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const subscriptionId = subscription.id;
  const everyPage = [...billingKey(uid, subscriptionId), 'invoices'];
  const part = {
    pageSize: String(pageSize),
    ...(order === 'oldest' && { order }),
    ...(pageToken !== undefined && { pageToken }),
  };

  return useQuery({
    queryKey: [...everyPage, order, pageToken ?? 'first'],
    queryFn: ({ signal }) => api.call(listInvoices, { subscriptionId, ...part }, { signal }),
    // Never the invoices of another subscription.
    placeholderData: (shown, query) =>
      everyPage.every((name, at) => query?.queryKey[at] === name) ? shown : undefined,
  });
}

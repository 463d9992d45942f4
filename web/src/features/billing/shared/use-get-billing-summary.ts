import { getBillingSummary, type OutputOf } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import { billingKey, useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useAccount } from '../../../shared/session/index.ts';

export type BillingSummaryAnswer = OutputOf<typeof getBillingSummary>;

export function useGetBillingSummary() {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription, seesBilling } = useCurrentSubscription();
  const subscriptionId = subscription.id;

  return useQuery({
    queryKey: billingSummaryKey(uid, subscriptionId),
    queryFn: ({ signal }) => api.call(getBillingSummary, { subscriptionId }, { signal }),
    enabled: seesBilling !== 'none',
  });
}

export function billingSummaryKey(uid: string, id: string) {
  return [...billingKey(uid, id), 'summary'] as const;
}

export function paymentMethodsKey(uid: string, id: string) {
  return [...billingKey(uid, id), 'payment-methods'] as const;
}

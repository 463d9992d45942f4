import { getPaymentMethods } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { paymentMethodsKey } from './use-get-billing-summary.ts';

/** Cards of the subscription, the default one first. */
export function useGetPaymentMethods() {
  const api = useApi();
  const { uid } = useAccount();
  const { id: subscriptionId } = useCurrentSubscription().subscription;

  return useQuery({
    queryKey: paymentMethodsKey(uid, subscriptionId),
    queryFn: async ({ signal }) => {
      const answer = await api.call(getPaymentMethods, { subscriptionId }, { signal });
      return answer.paymentMethods;
    },
  });
}

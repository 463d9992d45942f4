import { type ListedSubscription, listSubscriptions, type Subscription } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useApi } from '../../shared/api/index.ts';
import { subscriptionsKey } from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';

/** Projects of the person, as the dashboard lists them; nothing until they are known. */
export function useProjects(): readonly ListedSubscription[] | undefined {
  const api = useApi();
  const { uid } = useAccount();
  // The screen itself comes first.
  const isNext = useDeferredValue(true, false);
  const { data } = useQuery({
    queryKey: subscriptionsKey(uid),
    queryFn: ({ signal }) => api.call(listSubscriptions, {}, { signal }),
    enabled: isNext,
  });
  return data?.subscriptions;
}

/** Whether a payment is missing. */
export function isOwed({ status }: Subscription): boolean {
  return status === 'past_due' || status === 'unpaid';
}

import type { ListedSubscription, Subscription } from '@hearth/contract';
import { useDeferredValue } from 'react';
import { useSubscriptions } from '../../shared/current-subscription/index.ts';

/** Projects of the person, as the dashboard lists them; nothing until they are known. */
export function useProjects({ all = false } = {}): readonly ListedSubscription[] | undefined {
  // The screen itself comes first.
  const isNext = useDeferredValue(true, false);
  return useSubscriptions({ enabled: isNext, all }).subscriptions;
}

/** Whether a payment is missing. */
export function isOwed({ status }: Subscription): boolean {
  return status === 'past_due' || status === 'unpaid';
}

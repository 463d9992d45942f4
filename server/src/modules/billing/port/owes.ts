import type { SubscriptionStatus } from '@hearth/contract';

/** Whether the subscription runs with an unpaid invoice, which can be paid at any time. */
export function owes({ status }: { readonly status: SubscriptionStatus }): boolean {
  return status === 'past_due' || status === 'unpaid';
}

import type { SubscriptionStatus } from '@hearth/contract';

/** An invoice of a running subscription was not paid, and can be paid at any time. */
export function owes({ status }: { readonly status: SubscriptionStatus }): boolean {
  return status === 'past_due' || status === 'unpaid';
}

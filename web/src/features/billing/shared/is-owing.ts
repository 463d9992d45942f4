import type { Subscription } from '@hearth/contract';

/** An invoice was not paid; the default card can pay it at any time. */
export function isOwing({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'past_due' || status === 'unpaid';
}

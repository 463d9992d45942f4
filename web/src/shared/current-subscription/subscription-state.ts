import type { Subscription } from '@hearth/contract';
import { daysFromNow } from '../i18n/format-date-time.ts';
import { productNow } from '../product-time.ts';
import { zoneOf } from './zone-of.ts';

/** The one thing about a subscription that its status word leaves open. */
export type SubscriptionState =
  | { readonly kind: 'onHold' | 'failed' }
  | { readonly kind: 'ends'; readonly at: string }
  | { readonly kind: 'trial'; readonly days: number };

type Facts = Pick<Subscription, 'status' | 'cancel_at' | 'trial_end' | 'time_zone'>;

/** A missing payment goes before an end, and an end before a trial, which it cuts short. Days are the project's. */
export function subscriptionState(
  { status, cancel_at, trial_end, ...facts }: Facts,
  now = productNow(),
): SubscriptionState | undefined {
  if (status === 'unpaid') {
    return { kind: 'onHold' };
  }
  if (status === 'past_due') {
    return { kind: 'failed' };
  }
  if (status !== 'active') {
    return;
  }
  if (cancel_at !== undefined) {
    return { kind: 'ends', at: cancel_at };
  }
  return trial_end === undefined
    ? undefined
    : { kind: 'trial', days: Math.max(0, daysFromNow(trial_end, now, zoneOf(facts))) };
}

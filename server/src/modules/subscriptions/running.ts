import { refuseIf } from '../../platform/refusal.ts';
import type { Subscription } from './subscription.ts';

/** Refuses while nobody can join or take over: canceled for good, or waiting for a payment. */
export function requireRunning({ status }: Pick<Subscription, 'status'>): void {
  refuseIf(status === 'canceled', 'subscription/canceled');
  refuseIf(status === 'incomplete' || status === 'unpaid', 'subscription/unpaid');
}

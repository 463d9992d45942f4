import { refuseIf } from '../../platform/refusal.ts';
import type { Subscription } from './subscription.ts';

/** Refuses while nobody can join or take over: canceled permanently, or waiting for a payment. */
export function requireRunning({ status }: Pick<Subscription, 'status'>): void {
  refuseIf(status === 'canceled', 'subscription/canceled');
  refuseIf(status === 'incomplete' || status === 'unpaid', 'subscription/unpaid');
}

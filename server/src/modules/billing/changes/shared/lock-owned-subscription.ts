import { refuse, refuseUnless } from '../../../../platform/refusal.ts';
import type { Transaction } from '../../../../platform/transaction.ts';
import type { Caller } from '../../../identity/index.ts';
import {
  findSubscription,
  lockSubscription,
  type Subscription,
} from '../../../subscriptions/index.ts';

/** Locks and reads the subscription again: its owner may have changed since access was checked. */
export async function lockOwnedSubscription(
  tx: Transaction,
  subscriptionId: string,
  { uid }: Caller,
): Promise<Subscription> {
  await lockSubscription(tx, subscriptionId);
  const subscription = (await findSubscription(tx, subscriptionId)) ?? refuse('access/denied');
  refuseUnless(subscription.ownerId === uid, 'access/owner-only');
  return subscription;
}

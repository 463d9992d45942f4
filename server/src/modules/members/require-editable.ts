import { refuseIf, refuseUnless } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { findMembership, type SubscriptionView } from '../subscriptions/index.ts';

/** The active member's row; the owner can be neither edited nor removed. */
export async function requireEditable(
  tx: Transaction,
  { subscription }: SubscriptionView,
  userId: string,
) {
  const key = { subscriptionId: subscription.id, accountId: userId };
  const membership = await findMembership(tx, key);
  refuseUnless(membership, 'member/unknown');
  refuseIf(userId === subscription.ownerId, 'member/is-owner');
  return membership;
}

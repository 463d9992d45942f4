import { type HearthConfig, isTimeZone } from '@hearth/contract';
import { randomId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { addMember } from './changes.ts';
import type { SubscriptionHooks } from './hooks.ts';
import { ownerPermissions } from './permission.ts';
import type { Subscription } from './subscription.ts';
import { insertSubscription } from './subscription-store.ts';

interface Founding {
  readonly ownerId: string;
  readonly planId: string;
  readonly at: Date;
  readonly permissions: HearthConfig['permissions'];
  /** `incomplete` until the first payment is through. */
  readonly status: 'active' | 'incomplete';
  readonly timeZone?: string | undefined;
}

/** An unnamed subscription whose owner holds the default and every admin-level permission. */
export async function foundSubscription(
  tx: Transaction,
  { ownerId, planId, at, permissions, status, timeZone }: Founding,
  hooked: { readonly subscriptionHooks: Pick<SubscriptionHooks, 'onMemberAdded'> },
): Promise<Subscription> {
  const subscription: Subscription = {
    id: randomId(20),
    ownerId,
    planId,
    status,
    name: null,
    createdAt: at,
    endedAt: null,
    requiresSecondFactor: false,
    timeZone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : null,
  };
  await insertSubscription(tx, subscription);
  const founder = { subscriptionId: subscription.id, accountId: ownerId, createdAt: at, at };
  await addMember(tx, { ...founder, permissions: ownerPermissions(permissions) }, hooked);
  return subscription;
}

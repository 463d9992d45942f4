import type { Transaction } from '../../platform/transaction.ts';
import type { SubscriptionHooks } from './hooks.ts';
import {
  insertMembership,
  type Membership,
  type MembershipKey,
  removeMembership,
} from './membership-store.ts';
import type { Subscription } from './subscription.ts';
import { findSubscription, setPlan, setStatus } from './subscription-store.ts';

interface Hooked<Name extends keyof SubscriptionHooks> {
  readonly subscriptionHooks: Pick<SubscriptionHooks, Name>;
}

/** Moves the locked subscription to a plan. */
export async function changePlan(
  tx: Transaction,
  change: Pick<Subscription, 'id' | 'planId'> & { readonly at: Date },
  { subscriptionHooks }: Hooked<'onPlanChanged'>,
): Promise<void> {
  const { id, planId: to, at } = change;
  const from = (await findSubscription(tx, id))?.planId;
  await setPlan(tx, change);
  if (from !== undefined && from !== to) {
    await subscriptionHooks.onPlanChanged(tx, { subscriptionId: id, from, to, at });
  }
}

/** Gives the locked subscription a status. */
export async function changeStatus(
  tx: Transaction,
  change: Pick<Subscription, 'id' | 'status'> & { readonly at: Date },
  { subscriptionHooks }: Hooked<'onStatusChanged'>,
): Promise<void> {
  const { id, status: to, at } = change;
  const from = (await findSubscription(tx, id))?.status;
  await setStatus(tx, change);
  if (from !== undefined && from !== to) {
    await subscriptionHooks.onStatusChanged(tx, { subscriptionId: id, from, to, at });
  }
}

/** Adds a member now, who may have been one before. */
export async function addMember(
  tx: Transaction,
  { at, ...membership }: Membership & { readonly at: Date },
  { subscriptionHooks }: Hooked<'onMemberAdded'>,
): Promise<void> {
  await insertMembership(tx, membership);
  const { subscriptionId, accountId: uid } = membership;
  await subscriptionHooks.onMemberAdded(tx, { subscriptionId, uid, at });
}

export async function removeMember(
  tx: Transaction,
  { subscriptionId, accountId: uid, at }: MembershipKey & { readonly at: Date },
  { subscriptionHooks }: Hooked<'onMemberRemoved'>,
): Promise<void> {
  await removeMembership(tx, { subscriptionId, accountId: uid });
  await subscriptionHooks.onMemberRemoved(tx, { subscriptionId, uid, at });
}

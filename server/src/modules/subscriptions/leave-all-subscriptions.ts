import { refuseIf } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { type AccountDeletion, ownAddress } from '../identity/index.ts';
import type { SubscriptionHooks } from './hooks.ts';
import { lockSubscriptionsOf, removeMembershipsOf } from './membership-store.ts';
import { isContested, removeClaimsOf } from './ownership-claim-store.ts';
import { requireUnfrozen } from './require-unfrozen.ts';
import { listOwnedSubscriptions } from './subscription-store.ts';

/**
 * Removes an account that is about to be deleted from its subscriptions. Canceled ones keep its uid. Refuses, with the
 * list, while it owns an active or claimed one, and while its recovery is contested.
 */
export async function leaveAllSubscriptions(
  tx: Transaction,
  { account, at, client }: AccountDeletion,
  { onMemberRemoved }: Pick<SubscriptionHooks, 'onMemberRemoved'>,
): Promise<void> {
  await requireDeletable(tx, account.id);
  await removeClaimsOf(tx, ownAddress(account));

  for (const subscriptionId of await removeMembershipsOf(tx, account.id)) {
    await recordAudit(tx, {
      action: 'member.left',
      actorId: account.id,
      subjectId: account.id,
      subscriptionId,
      at,
      origin: client,
    });
    await onMemberRemoved(tx, { subscriptionId, uid: account.id, at });
  }
}

/** Refuses while the account owns what its deletion would leave without an owner, or while somebody claims that. */
export async function requireDeletable(tx: Transaction, uid: string): Promise<void> {
  // Otherwise a subscription that is transferred to this person right now would have no owner.
  await lockSubscriptionsOf(tx, uid);
  await refuseWhileOwning(tx, uid);
  refuseIf(await isContested(tx, uid), 'auth/account-contested');
}

async function refuseWhileOwning(tx: Transaction, uid: string): Promise<void> {
  const owned = await listOwnedSubscriptions(tx, uid);
  const running = owned.filter((subscription) => subscription.status !== 'canceled');
  const list = running.map(({ id, name }) => (name === null ? id : `${name} (${id})`)).join(', ');
  refuseIf(running.length > 0, 'auth/owns-active-subscription', list);
  for (const { id } of owned) {
    await requireUnfrozen(tx, id);
  }
}

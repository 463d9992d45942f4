import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import type { AccountDisowning } from '../identity/index.ts';
import {
  lockSubscriptionsOf,
  removeMembershipsSince,
  type SubscriptionHooks,
} from '../subscriptions/index.ts';
import { endInvitesBy } from './end-invites.ts';
import { revokeAcceptedInvites } from './invite-store.ts';
import { forgetRemovalsOf } from './removal-store.ts';

/**
 * Removes a disowned account from subscriptions it joined while verified, with invites it accepted and sent there. It
 * keeps its own, since somebody must be able to cancel them.
 */
export async function removeDisownedMember(
  tx: Transaction,
  { accountId, email, since, at, client }: AccountDisowning,
  { onMemberRemoved }: Pick<SubscriptionHooks, 'onMemberRemoved'>,
): Promise<void> {
  // In the order of a deletion, so that two of them do not wait for each other.
  await lockSubscriptionsOf(tx, accountId);
  const event = { actorId: accountId, at, origin: client };

  await forgetRemovalsOf(tx, accountId);
  for (const subscriptionId of await removeMembershipsSince(tx, { uid: accountId, since })) {
    await revokeAcceptedInvites(tx, { subscriptionId, email, since, at });
    const about = { ...event, subscriptionId };
    await recordAudit(tx, { action: 'member.disowned', subjectId: accountId, ...about });
    await onMemberRemoved(tx, { subscriptionId, uid: accountId, at });
    const loss = { subscriptionId, inviterId: accountId, actorId: accountId };
    await endInvitesBy(tx, loss, { clock: { now: () => at }, client });
  }
}

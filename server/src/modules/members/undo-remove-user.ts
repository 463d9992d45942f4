import * as contract from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { type Caller, findAccountById, type Services } from '../identity/index.ts';
import {
  addMember,
  change,
  countFreeSeats,
  findMembership,
  lockingUser,
  requireFreeSeat,
  requireRunning,
  type Subscription,
} from '../subscriptions/index.ts';
import { recordInvite } from './record-invite.ts';
import { type Removal, takeRemoval } from './removal-store.ts';
import { restoreRevokedInvites } from './reopen-invite-store.ts';

/** Brings a member back whom the caller has just removed, as if nothing had happened. */
export const undoRemoveUser = lockingUser(
  change(contract.undoRemoveUser, async ({ userId }, context) => {
    const { tx, view, caller, clock, client, settings, mails } = context;
    const { subscription } = view;
    const at = clock.now();
    const key = { subscriptionId: subscription.id, accountId: userId };
    // The first of two presses has already undone it.
    if (await findMembership(tx, key)) {
      return {};
    }
    const removal = await takeRemoval(tx, key);
    const isOpen = removal?.removedBy === caller.uid && at < removal.undoUntil;
    refuseUnless(removal && isOpen, 'undo/over');
    requireRunning(subscription);
    await requireProvenAddress(tx, userId);
    await requireFreeSeat(tx, { subscription, settings, at });

    const { permissions, joinedAt: createdAt, lastSeenAt } = removal;
    await addMember(tx, { ...key, permissions, createdAt, lastSeenAt, at }, context);
    await recordAudit(tx, {
      action: 'member.restored',
      actorId: caller.uid,
      subjectId: userId,
      subscriptionId: subscription.id,
      at,
      origin: client,
    });
    await restoreInvites(tx, { removal, subscription }, context);
    if (removal.mailId !== null) {
      await mails.withdraw(tx, removal.mailId);
    }
    return {};
  }),
);

/** An account that was disowned meanwhile, or disabled, does not come back. */
async function requireProvenAddress(tx: Transaction, userId: string): Promise<void> {
  const account = await findAccountById(tx, userId);
  refuseUnless(account?.emailVerified && account.disabledAt === null, 'undo/over');
}

/** Opens the invites again that ended with the removal, as far as there are seats. */
async function restoreInvites(
  tx: Transaction,
  { removal, subscription }: { readonly removal: Removal; readonly subscription: Subscription },
  context: Services & { readonly caller: Caller },
): Promise<void> {
  const { caller, clock, settings } = context;
  const at = clock.now();
  const free = await countFreeSeats(tx, { subscription, settings, at });
  const { subscriptionId, endedInvites: ids } = removal;
  for (const id of await restoreRevokedInvites(tx, { subscriptionId, ids, free, at })) {
    const invite = { id, subscriptionId };
    await recordInvite(tx, { action: 'invite.restored', actorId: caller.uid, invite }, context);
  }
}

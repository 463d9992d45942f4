import * as contract from '@hearth/contract';
import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { findAccountById, mailAccount, type Services } from '../identity/index.ts';
import { change, removeMember, type Subscription } from '../subscriptions/index.ts';
import { endInvitesBy } from './end-invites.ts';
import { insertRemoval } from './removal-store.ts';
import { requireEditable } from './require-editable.ts';
import { undoableUntil } from './undo.ts';

/**
 * Removes an active member, who is mailed a minute later unless that is undone, or oneself. Open
 * invites by that person end too.
 */
export const removeUser = change(contract.removeUser, async ({ userId }, context) => {
  const { tx, view, caller, clock, client } = context;
  const { subscription } = view;
  const membership = await requireEditable(tx, view, userId);
  const isSelf = userId === caller.uid;

  await removeMember(tx, { ...membership, at: clock.now() }, context);
  const loss = { subscriptionId: subscription.id, inviterId: userId, actorId: caller.uid };
  const endedInvites = await endInvitesBy(tx, loss, context);
  await recordAudit(tx, {
    action: isSelf ? 'member.left' : 'member.removed',
    actorId: caller.uid,
    subjectId: userId,
    subscriptionId: subscription.id,
    at: clock.now(),
    origin: client,
  });
  if (!isSelf) {
    const undoUntil = undoableUntil(clock.now());
    const mailId = await notifyLater(tx, { userId, subscription, undoUntil }, context);
    const { createdAt: joinedAt, lastSeenAt = null, ...held } = membership;
    const removal = { ...held, joinedAt, lastSeenAt, endedInvites, mailId };
    await insertRemoval(tx, { ...removal, removedBy: caller.uid, undoUntil });
  }
  return {};
});

/** Answers the id of the mail; null if the account is gone. */
async function notifyLater(
  tx: Transaction,
  {
    userId,
    subscription,
    undoUntil,
  }: { readonly userId: string; readonly subscription: Subscription; readonly undoUntil: Date },
  services: Services,
): Promise<string | null> {
  const about = { kind: 'member-removed', subscriptionName: subscription.name ?? '' } as const;
  const account = await findAccountById(tx, userId);
  const content = (name: string) => ({ ...about, name });
  return (await mailAccount(tx, { account, content, notBefore: undoUntil }, services)) ?? null;
}

import * as contract from '@hearth/contract';
import { recordAudit } from '../audit/index.ts';
import { findAccountById, mailAccount } from '../identity/index.ts';
import { change, removeMembership } from '../subscriptions/index.ts';
import { endInvitesBy } from './end-invites.ts';
import { requireEditable } from './require-editable.ts';

/** Removes an active member, who is mailed, or oneself. Open invites by that person end too. */
export const removeUser = change(contract.removeUser, async ({ userId }, context) => {
  const { tx, view, caller, clock, client } = context;
  const { subscription } = view;
  const membership = await requireEditable(tx, view, userId);
  const isSelf = userId === caller.uid;

  await removeMembership(tx, membership);
  const loss = { subscriptionId: subscription.id, inviterId: userId, actorId: caller.uid };
  await endInvitesBy(tx, loss, context);
  await recordAudit(tx, {
    action: isSelf ? 'member.left' : 'member.removed',
    actorId: caller.uid,
    subjectId: userId,
    subscriptionId: subscription.id,
    at: clock.now(),
    origin: client,
  });
  if (!isSelf) {
    const about = { kind: 'member-removed', subscriptionName: subscription.name ?? '' } as const;
    const account = await findAccountById(tx, userId);
    await mailAccount(tx, { account, content: (name) => ({ ...about, name }) }, context);
  }
  return {};
});

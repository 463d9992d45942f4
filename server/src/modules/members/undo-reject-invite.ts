import * as contract from '@hearth/contract';
import { refuse, refuseUnless } from '../../platform/refusal.ts';
import { lockCaller } from '../identity/index.ts';
import { change, findSubscription, lockSubscription } from '../subscriptions/index.ts';
import { findInvite, lockInvite } from './invite-store.ts';
import { recordInvite } from './record-invite.ts';
import { isUndoable, restoreInvite } from './undo.ts';

/** Opens one's own invite again that one has just rejected. */
export const undoRejectInvite = change(contract.undoRejectInvite, async ({ inviteId }, context) => {
  const { tx, caller, clock } = context;
  // The account comes before the subscription, as everywhere.
  const account = await lockCaller(tx, context);
  const { subscriptionId } = (await findInvite(tx, inviteId)) ?? refuse('access/denied');
  await lockSubscription(tx, subscriptionId);
  const subscription = (await findSubscription(tx, subscriptionId)) ?? refuse('access/denied');
  const invite = await lockInvite(tx, inviteId);
  refuseUnless(invite?.email === account.email, 'access/denied');
  // The first of two presses has already undone it.
  if (invite.status === 'pending') {
    return {};
  }
  const isRejected = invite.status === 'rejected' && account.emailVerified;
  refuseUnless(isRejected && isUndoable(invite, caller.uid, clock.now()), 'undo/over');

  await restoreInvite(tx, { invite, subscription }, context);
  await recordInvite(tx, { action: 'invite.reconsidered', actorId: caller.uid, invite }, context);
  return {};
});

import * as contract from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import { change } from '../subscriptions/index.ts';
import { lockInvite } from './invite-store.ts';
import { recordInvite } from './record-invite.ts';
import { isUndoable, restoreInvite } from './undo.ts';

/** Opens an invite again that the caller has just revoked. */
export const undoRevokeInvite = change(contract.undoRevokeInvite, async ({ inviteId }, context) => {
  const { tx, view, caller, clock } = context;
  const { subscription } = view;
  const invite = await lockInvite(tx, inviteId);
  refuseUnless(invite?.subscriptionId === subscription.id, 'undo/over');
  // The first of two presses has already undone it.
  if (invite.status === 'pending') {
    return {};
  }
  const isRevoked = invite.status === 'revoked';
  refuseUnless(isRevoked && isUndoable(invite, caller.uid, clock.now()), 'undo/over');

  await restoreInvite(tx, { invite, subscription }, context);
  await recordInvite(tx, { action: 'invite.restored', actorId: caller.uid, invite }, context);
  return {};
});

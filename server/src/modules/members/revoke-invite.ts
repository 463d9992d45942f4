import * as contract from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import { change } from '../subscriptions/index.ts';
import { requirePending } from './invite.ts';
import { endInvite, lockInvite } from './invite-store.ts';
import { recordInvite } from './record-invite.ts';

/** Takes a pending invite back, which can be undone for a minute. */
export const revokeInvite = change(contract.revokeInvite, async ({ inviteId }, context) => {
  const { tx, view, caller, clock } = context;
  const invite = await lockInvite(tx, inviteId);
  refuseUnless(invite?.subscriptionId === view.subscription.id, 'invite/unknown');
  requirePending(invite, clock.now());

  await endInvite(tx, { id: invite.id, status: 'revoked', at: clock.now(), by: caller.uid });
  await recordInvite(tx, { action: 'invite.revoked', actorId: caller.uid, invite }, context);
  return {};
});

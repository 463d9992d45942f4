import * as contract from '@hearth/contract';
import { randomSecret, secretHash } from '../../platform/ids.ts';
import { refuseUnless } from '../../platform/refusal.ts';
import { change, requireRunning } from '../subscriptions/index.ts';
import { endOfInvite, requirePending } from './invite.ts';
import { lockInvite } from './invite-store.ts';
import { inviteBuckets } from './limits.ts';
import { mailInvitation } from './mail-invitation.ts';
import { recordInvite } from './record-invite.ts';
import { renewInvite } from './reopen-invite-store.ts';

/** Mails a pending invite again and gives it another 14 days. */
export const resendInvite = change(contract.resendInvite, async ({ inviteId }, context) => {
  const { tx, view, caller, clock, client, limits } = context;
  const { subscription } = view;
  const invite = await lockInvite(tx, inviteId);
  refuseUnless(invite?.subscriptionId === subscription.id, 'invite/unknown');
  requireRunning(subscription);
  requirePending(invite, clock.now());
  const allowed = await limits.take(tx, inviteBuckets(caller.uid, invite.email, client.address));
  refuseUnless(allowed, 'auth/too-many-requests');

  const token = randomSecret();
  const expiresAt = endOfInvite(clock.now());
  await renewInvite(tx, { id: invite.id, tokenHash: secretHash(token), expiresAt });
  await recordInvite(tx, { action: 'invite.resent', actorId: caller.uid, invite }, context);
  await mailInvitation(tx, { invite, token, subscription }, context);
  return { expires_at: expiresAt.toISOString() };
});

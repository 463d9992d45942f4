import * as contract from '@hearth/contract';
import { randomSecret, secretHash } from '../../platform/ids.ts';
import { refuseUnless } from '../../platform/refusal.ts';
import { change, requireRunning } from '../subscriptions/index.ts';
import { endOfInvite, requirePending } from './invite.ts';
import { lockInvite } from './invite-store.ts';
import { requireInviteAllowance } from './limits.ts';
import { mailInvitation } from './mail-invitation.ts';
import { recordInvite } from './record-invite.ts';
import { renewInvite } from './reopen-invite-store.ts';

/** Mails a pending invite again and gives it another 14 days. */
export const resendInvite = change(contract.resendInvite, async ({ inviteId }, context) => {
  const { tx, view, caller, clock } = context;
  const { subscription } = view;
  const invite = await lockInvite(tx, inviteId);
  refuseUnless(invite?.subscriptionId === subscription.id, 'invite/unknown');
  requireRunning(subscription);
  requirePending(invite, clock.now());
  await requireInviteAllowance(tx, invite.email, context);

  const token = randomSecret();
  const expiresAt = endOfInvite(clock.now());
  await renewInvite(tx, { id: invite.id, tokenHash: secretHash(token), expiresAt });
  await recordInvite(tx, { action: 'invite.resent', actorId: caller.uid, invite }, context);
  await mailInvitation(tx, { invite, token, subscription }, context);
  return { expires_at: expiresAt.toISOString() };
});

import * as contract from '@hearth/contract';
import { randomSecret } from '../../platform/ids.ts';
import { toEmail } from '../identity/index.ts';
import {
  change,
  requireFreeSeat,
  requireRunning,
  toHeldPermissions,
} from '../subscriptions/index.ts';
import { newInvite } from './invite.ts';
import { insertInvite } from './invite-store.ts';
import { requireInviteAllowance } from './limits.ts';
import { mailInvitation } from './mail-invitation.ts';
import { recordInvite } from './record-invite.ts';
import { requireInvitable } from './require-invitable.ts';

/** Asks an address into the subscription and mails it a link of its own. */
export const createInvite = change(contract.createInvite, async (input, context) => {
  const { tx, view, caller, clock, settings } = context;
  const { subscription } = view;
  const email = toEmail(input.email);
  const permissions = toHeldPermissions(input.permissions, settings.permissions);
  requireRunning(subscription);
  const wanted = { subscriptionId: subscription.id, email, permissions, invitedBy: caller.uid };
  await requireInvitable(tx, wanted, clock.now());
  await requireFreeSeat(tx, { subscription, settings, at: clock.now() });
  await requireInviteAllowance(tx, email, context);

  const token = randomSecret();
  const invite = newInvite({ ...wanted, token }, clock.now());
  await insertInvite(tx, invite);
  const details = { permissions: { from: null, to: [...permissions] } };
  const created = { action: 'invite.created', actorId: caller.uid, invite, details } as const;
  await recordInvite(tx, created, context);
  await mailInvitation(tx, { invite, token, subscription, hostId: caller.uid }, context);
  return { inviteId: invite.id };
});

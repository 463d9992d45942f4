import * as contract from '@hearth/contract';
import { randomSecret } from '../../platform/ids.ts';
import { refuseUnless } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { type Caller, type Services, toEmail } from '../identity/index.ts';
import {
  change,
  requireFreeSeat,
  requireRunning,
  toHeldPermissions,
} from '../subscriptions/index.ts';
import { newInvite } from './invite.ts';
import { countOpenInvitesBy, insertInvite } from './invite-store.ts';
import { inviteBuckets } from './limits.ts';
import { mailInvitation } from './mail-invitation.ts';
import { recordInvite } from './record-invite.ts';
import { requireInvitable } from './require-invitable.ts';

/** Asks an address into the subscription and mails it a link of its own. */
export const createInvite = change(contract.createInvite, async (input, context) => {
  const { tx, view, caller, clock, client, settings, limits } = context;
  const { subscription } = view;
  const email = toEmail(input.email);
  const permissions = toHeldPermissions(input.permissions, settings.permissions);
  requireRunning(subscription);
  const wanted = { subscriptionId: subscription.id, email, permissions, invitedBy: caller.uid };
  await requireInvitable(tx, wanted, clock.now());
  await requireFreeSeat(tx, { subscription, settings, at: clock.now() });
  await requireProvenInviter(tx, context);
  const allowed = await limits.take(tx, inviteBuckets(caller.uid, email, client.address));
  refuseUnless(allowed, 'auth/too-many-requests');

  const token = randomSecret();
  const invite = newInvite({ ...wanted, token }, clock.now());
  await insertInvite(tx, invite);
  const details = { permissions: { from: null, to: [...permissions] } };
  const created = { action: 'invite.created', actorId: caller.uid, invite, details } as const;
  await recordInvite(tx, created, context);
  await mailInvitation(tx, { invite, token, subscription }, context);
  return { inviteId: invite.id };
});

/** Most open invites, over all subscriptions, of a person with an unproven address. */
const openUntilVerified = 3;

async function requireProvenInviter(
  tx: Transaction,
  { caller, clock, limits }: Services & { readonly caller: Caller },
): Promise<void> {
  if (!caller.emailVerified && limits.isOn) {
    const open = await countOpenInvitesBy(tx, { inviterId: caller.uid, at: clock.now() });
    refuseUnless(open < openUntilVerified, 'invite/verification-required');
  }
}

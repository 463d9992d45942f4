import * as contract from '@hearth/contract';
import { randomSecret, secretHash } from '../../platform/ids.ts';
import { refuseUnless } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Services } from '../identity/index.ts';
import {
  change,
  requireFreeSeat,
  requireRunning,
  type Subscription,
} from '../subscriptions/index.ts';
import { endOfInvite, type Invite, requirePending, statusAt } from './invite.ts';
import { lockInvite } from './invite-store.ts';
import { requireInviteAllowance } from './limits.ts';
import { mailInvitation } from './mail-invitation.ts';
import { recordInvite } from './record-invite.ts';
import { renewInvite, reopenInvite } from './reopen-invite-store.ts';
import { requireInvitable } from './require-invitable.ts';

/** Mails a pending invite again and gives it another 14 days. */
export const resendInvite = change(contract.resendInvite, async ({ inviteId }, context) => {
  const { tx, view, caller, clock } = context;
  const { subscription } = view;
  const invite = await lockInvite(tx, inviteId);
  refuseUnless(invite?.subscriptionId === subscription.id, 'invite/unknown');
  requireRunning(subscription);
  requirePending(invite, clock.now());
  await requireInviteAllowance(tx, invite.email, context);

  const again = { invite, subscription, actorId: caller.uid, hostId: caller.uid };
  const expiresAt = await mailAgain(tx, again, context);
  return { expires_at: expiresAt.toISOString() };
});

/** Mails an invite again in place of who sent it. One that has run out is opened again, as long as it has a seat. */
export async function resendByOperator(
  tx: Transaction,
  { inviteId, subscription }: { readonly inviteId: string; readonly subscription: Subscription },
  context: Mailing,
): Promise<void> {
  const at = context.clock.now();
  const invite = await lockInvite(tx, inviteId);
  refuseUnless(invite?.subscriptionId === subscription.id, 'invite/unknown');
  requireRunning(subscription);
  if (statusAt(invite, at) === 'expired') {
    await requireInvitable(tx, invite, at);
    await requireFreeSeat(tx, { subscription, settings: context.settings, at });
    await reopenInvite(tx, invite.id);
  } else {
    requirePending(invite, at);
  }
  await mailAgain(tx, { invite, subscription, actorId: null, hostId: invite.invitedBy }, context);
}

type Mailing = Pick<Services, 'clock' | 'client' | 'mails' | 'settings' | 'site'>;

interface MailingAgain {
  readonly invite: Invite;
  readonly subscription: Subscription;
  /** Null for an operator. */
  readonly actorId: string | null;
  readonly hostId: string;
}

async function mailAgain(
  tx: Transaction,
  { invite, subscription, actorId, hostId }: MailingAgain,
  context: Mailing,
): Promise<Date> {
  const token = randomSecret();
  const expiresAt = endOfInvite(context.clock.now());
  await renewInvite(tx, { id: invite.id, tokenHash: secretHash(token), expiresAt });
  await recordInvite(tx, { action: 'invite.resent', actorId, invite }, context);
  await mailInvitation(tx, { invite, token, subscription, hostId }, context);
  return expiresAt;
}

import * as contract from '@hearth/contract';
import { refuse } from '../../platform/refusal.ts';
import type { Caller, Services } from '../identity/index.ts';
import { mostSeats, read } from '../subscriptions/index.ts';
import { hasToken, statusAt } from './invite.ts';
import { findInvitePage, type InvitePage } from './visible-invite-store.ts';

/** Answers the invite; its details only to a person who has proven the address. */
export const getInvite = read(contract.getInvite, async ({ inviteId, token }, context) => {
  const { db, caller, clock, settings } = context;
  const invite = (await findInvitePage(db, inviteId)) ?? refuse('access/denied');
  const reader = toReader(invite, caller);
  const sawMail = token !== undefined && hasToken(toSecrets(invite), token);
  const status = statusAt({ status: invite.status, expiresAt: invite.expires_at }, clock.now());
  return {
    invite_id: invite.id,
    status,
    reader,
    ...((sawMail || reader === 'invitee') && { details: toDetails(invite, settings) }),
  };
});

type Page = contract.OutputOf<typeof contract.getInvite>;

const toSecrets = ({ token_hash, previous_token_hash }: InvitePage) => ({
  tokenHash: token_hash,
  previousTokenHash: previous_token_hash,
});

function toReader({ email }: InvitePage, caller: Caller | undefined): Page['reader'] {
  if (!caller) {
    return 'signed-out';
  }
  if (caller.email !== email) {
    return 'wrong-account';
  }
  return caller.emailVerified ? 'invitee' : 'unverified';
}

function toDetails(
  invite: InvitePage,
  settings: Services['settings'],
): NonNullable<Page['details']> {
  const obstacle = toObstacle(invite, settings);
  return {
    email: invite.email,
    subscription_id: invite.subscription_id,
    subscription_name: invite.subscription_name,
    host_name: invite.host_name,
    permissions: invite.permissions,
    expire_time: invite.expires_at.toISOString(),
    has_account: invite.has_account,
    ...(obstacle && { obstacle }),
  };
}

function toObstacle(
  { is_member, subscription_status, members, plan_id }: InvitePage,
  settings: Services['settings'],
): NonNullable<Page['details']>['obstacle'] {
  if (is_member) {
    return 'already-member';
  }
  if (subscription_status === 'canceled') {
    return 'canceled';
  }
  if (subscription_status === 'incomplete' || subscription_status === 'unpaid') {
    return 'unpaid';
  }
  return members < mostSeats(settings, plan_id) ? undefined : 'full';
}

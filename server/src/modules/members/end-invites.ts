import type { Database, Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import {
  type AccountClaim,
  type AccountDeletion,
  mailAccount,
  ownAddress,
  type Services,
} from '../identity/index.ts';
import { adminLevelKeys, type Cancellation, findMembership } from '../subscriptions/index.ts';
import { type Invite, statusAt } from './invite.ts';
import {
  endInvite,
  listAcceptedInvitesBy,
  lockExpiredInvites,
  lockPendingInvitesBy,
  removeInvitesEndedBefore,
  removeInvitesTo,
  revokePendingInvites,
} from './invite-store.ts';
import { recordInvite } from './record-invite.ts';

interface Loss {
  readonly subscriptionId: string;
  /** Person who may no longer invite. */
  readonly inviterId: string;
  /** Person who made the change. */
  readonly actorId: string;
}

/** Revokes the open invites of a person who loses the right to invite, and answers their ids. The subscription must be locked. */
export async function endInvitesBy(
  tx: Transaction,
  { subscriptionId, inviterId, actorId }: Loss,
  context: Pick<Services, 'clock' | 'client'>,
): Promise<string[]> {
  const revoked: string[] = [];
  for (const invite of await lockPendingInvitesBy(tx, { inviterId, subscriptionId })) {
    if (await endOne(tx, { invite, actorId }, context)) {
      revoked.push(invite.id);
    }
  }
  return revoked;
}

/** Ends all open invites of an account that is about to be deleted and has left its subscriptions. */
export async function forgetInviter(
  tx: Transaction,
  { account, at, client }: AccountDeletion,
): Promise<void> {
  for (const invite of await lockPendingInvitesBy(tx, { inviterId: account.id })) {
    await endOne(tx, { invite, actorId: account.id }, { clock: { now: () => at }, client });
  }
}

/**
 * Ends the open invites that an account sent while another person may have used it. Mails the account who has joined by
 * its other invites. Those people stay: they may be colleagues.
 */
export async function endInvitesOfClaimed(
  tx: Transaction,
  { account, since, at, client }: AccountClaim,
  { mails }: Pick<Services, 'mails'>,
): Promise<void> {
  const sent = { inviterId: account.id, since };
  for (const invite of await lockPendingInvitesBy(tx, sent)) {
    await endOne(tx, { invite, actorId: account.id }, { clock: { now: () => at }, client });
  }
  const joined = await listAcceptedInvitesBy(tx, sent);
  if (joined.length > 0) {
    const content = (name: string) => ({ kind: 'joined-meanwhile', name, joined }) as const;
    await mailAccount(tx, { account, content }, { client, mails });
  }
}

/** Ends one invite and answers whether that revoked it; one whose time is over has expired. */
async function endOne(
  tx: Transaction,
  { invite, actorId }: { readonly invite: Invite; readonly actorId: string },
  context: Pick<Services, 'clock' | 'client'>,
): Promise<boolean> {
  const at = context.clock.now();
  if (statusAt(invite, at) === 'expired') {
    await expireInvite(tx, invite, at);
    return false;
  }
  await endInvite(tx, { id: invite.id, status: 'revoked', at });
  await recordInvite(tx, { action: 'invite.revoked', actorId, invite }, context);
  return true;
}

/** Whether these permissions let somebody invite. */
export function mayInvite(
  held: readonly string[],
  permissions: Services['settings']['permissions'],
): boolean {
  return adminLevelKeys(permissions).some((key) => held.includes(key));
}

/** Whether the sender of the invite may invite still; otherwise nobody can accept it. */
export async function isInviterStill(
  tx: Transaction,
  { subscriptionId, invitedBy }: Invite,
  { permissions }: Services['settings'],
): Promise<boolean> {
  const inviter = await findMembership(tx, { subscriptionId, accountId: invitedBy });
  return inviter !== undefined && mayInvite(inviter.permissions, permissions);
}

/** Ends the pending invites of a subscription that has been canceled: nobody can join it any more. */
export async function endInvitesOfCanceled(
  tx: Transaction,
  { subscriptionId, actorId, at, origin }: Cancellation,
): Promise<void> {
  const ids = await revokePendingInvites(tx, { subscriptionId, at });
  for (const subjectId of ids) {
    const action = 'invite.revoked';
    await recordAudit(tx, { action, actorId, subjectId, subscriptionId, at, origin });
  }
}

const batch = 500;
const keptMs = 90 * 24 * 3_600_000;

/** Marks invites as expired whose time is over, and removes those that ended long ago. */
export async function sweepInvites(db: Database, at: Date): Promise<void> {
  let flipped: number;
  do {
    flipped = await db.transaction().execute((tx) => expireSome(tx, at));
  } while (flipped === batch);
  await removeInvitesEndedBefore(db, new Date(at.getTime() - keptMs));
}

async function expireSome(tx: Transaction, at: Date): Promise<number> {
  const expired = await lockExpiredInvites(tx, { at, limit: batch });
  for (const invite of expired) {
    await expireInvite(tx, invite, at);
  }
  return expired.length;
}

/** Marks a locked invite as expired. The event has no actor. */
export async function expireInvite(tx: Transaction, invite: Invite, at: Date): Promise<void> {
  await endInvite(tx, { id: invite.id, status: 'expired', at });
  await recordAudit(tx, {
    action: 'invite.expired',
    actorId: null,
    subjectId: invite.id,
    subscriptionId: invite.subscriptionId,
    at,
    origin: { address: '', userAgent: '' },
  });
}

/** Removes the invites to an account that is about to be deleted. */
export async function forgetInvitee(tx: Transaction, { account }: AccountDeletion): Promise<void> {
  await removeInvitesTo(tx, { uid: account.id, email: ownAddress(account) });
}

import type { Database, Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import type { Invite } from './invite.ts';
import { endInvite, lockExpiredInvites, removeInvitesEndedBefore } from './invite-store.ts';

const batch = 500;
const keptMs = 90 * 24 * 3_600_000;

/** Flips what has expired, and forgets what ended long ago. */
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

/** Flips one locked invite whose time is over; nobody does it, so there is no actor. */
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

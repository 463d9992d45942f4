import { timingSafeEqual } from 'node:crypto';
import type { InviteStatus, RefusalCode } from '@hearth/contract';
import { randomId, secretHash } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';

/** An address that is asked into a subscription. */
export interface Invite {
  readonly id: string;
  readonly subscriptionId: string;
  /** Lower-cased. */
  readonly email: string;
  readonly permissions: readonly string[];
  /** SHA-256 of the mailed link's secret. */
  readonly tokenHash: Buffer;
  /** Hash of the secret in the mail before it, which works too. */
  readonly previousTokenHash: Buffer | null;
  /** Status as stored; see `statusAt`. */
  readonly status: InviteStatus;
  /** uid; a bare id. */
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Null while it is pending. */
  readonly endedAt: Date | null;
  /** uid of who revoked or rejected it; null if it ended for another reason. */
  readonly endedBy: string | null;
}

const lifeMs = 14 * 24 * 3_600_000;

type InviteRequest = Pick<Invite, 'subscriptionId' | 'email' | 'permissions' | 'invitedBy'> & {
  readonly token: string;
};

export function newInvite({ token, ...wanted }: InviteRequest, at: Date): Invite {
  return {
    ...wanted,
    id: randomId(20),
    tokenHash: secretHash(token),
    previousTokenHash: null,
    status: 'pending',
    createdAt: at,
    expiresAt: endOfInvite(at),
    endedAt: null,
    endedBy: null,
  };
}

/** End of an invite that is mailed now. */
export function endOfInvite(at: Date): Date {
  return new Date(at.getTime() + lifeMs);
}

/** Whether the token is that of a mailed link, the last one or the one before; it proves the mailbox. */
export function hasToken(
  { tokenHash, previousTokenHash }: Pick<Invite, 'tokenHash' | 'previousTokenHash'>,
  token: string,
): boolean {
  const given = secretHash(token);
  const isPrevious = previousTokenHash !== null && timingSafeEqual(previousTokenHash, given);
  return timingSafeEqual(tokenHash, given) || isPrevious;
}

/** A pending invite counts as expired from its end on, even before a sweep marks it. */
export function statusAt(
  { status, expiresAt }: Pick<Invite, 'status' | 'expiresAt'>,
  now: Date,
): InviteStatus {
  return status === 'pending' && now >= expiresAt ? 'expired' : status;
}

const refusals: Readonly<Record<Exclude<InviteStatus, 'pending'>, RefusalCode>> = {
  accepted: 'invite/already-accepted',
  rejected: 'invite/rejected',
  revoked: 'invite/revoked',
  expired: 'invite/expired',
};

/** Refuses an invite that has ended, by how it ended. */
export function requirePending(invite: Invite, now: Date): void {
  const status = statusAt(invite, now);
  if (status !== 'pending') {
    refuse(refusals[status]);
  }
}

import type { InviteStatus } from '@hearth/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../platform/transaction.ts';
import { keepNames } from '../audit/index.ts';
import type { Invite } from './invite.ts';

interface InviteTable {
  id: string;
  subscription_id: string;
  email: string;
  permissions: string[];
  token_hash: Buffer;
  status: InviteStatus;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  ended_by: string | null;
  previous_token_hash: Buffer | null;
}

const invites = (db: Database) => db.withTables<{ invites: InviteTable }>();

export async function insertInvite(tx: Transaction, invite: Invite): Promise<void> {
  await invites(tx)
    .insertInto('invites')
    .values({
      id: invite.id,
      subscription_id: invite.subscriptionId,
      email: invite.email,
      permissions: [...invite.permissions],
      token_hash: invite.tokenHash,
      status: invite.status,
      invited_by: invite.invitedBy,
      created_at: invite.createdAt,
      expires_at: invite.expiresAt,
    })
    .execute();
}

export async function findInvite(db: Database, id: string): Promise<Invite | undefined> {
  const row = await invites(db)
    .selectFrom('invites')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toInvite(row);
}

/** Reads it and locks it until the transaction ends. */
export async function lockInvite(tx: Transaction, id: string): Promise<Invite | undefined> {
  const row = await invites(tx)
    .selectFrom('invites')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toInvite(row);
}

/** Finds the pending invite of the address in the subscription, expired or not. */
export async function lockPendingInvite(
  tx: Transaction,
  { subscriptionId, email }: Pick<Invite, 'subscriptionId' | 'email'>,
): Promise<Invite | undefined> {
  const row = await invites(tx)
    .selectFrom('invites')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst();
  return row && toInvite(row);
}

interface Inviter {
  readonly inviterId: string;
  /** Undefined for all subscriptions. */
  readonly subscriptionId?: string;
  /** Only invites that were sent at this instant or later. */
  readonly since?: Date;
}

/** Locks the person's unanswered invites, expired or not. */
export async function lockPendingInvitesBy(
  tx: Transaction,
  { inviterId, subscriptionId, since }: Inviter,
): Promise<Invite[]> {
  const rows = await invites(tx)
    .selectFrom('invites')
    .selectAll()
    .where('invited_by', '=', inviterId)
    .where('status', '=', 'pending')
    .$if(subscriptionId !== undefined, (query) =>
      query.where('subscription_id', '=', subscriptionId ?? ''),
    )
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since ?? new Date(0)))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(toInvite);
}

/** Addresses that have joined by invites which the person sent since then. */
export async function listAcceptedInvitesBy(
  db: Database,
  { inviterId, since }: { readonly inviterId: string; readonly since: Date },
): Promise<string[]> {
  const rows = await invites(db)
    .selectFrom('invites')
    .select('email')
    .distinct()
    .where('invited_by', '=', inviterId)
    .where('status', '=', 'accepted')
    .where('created_at', '>=', since)
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
}

interface Ending {
  readonly id: string;
  readonly status: Exclude<InviteStatus, 'pending'>;
  readonly at: Date;
  /** uid of who may undo it. */
  readonly by?: string;
}

/** Ends a pending invite, which must be locked. */
export async function endInvite(tx: Transaction, { id, status, at, by }: Ending): Promise<void> {
  await invites(tx)
    .updateTable('invites')
    .set({ status, ended_at: at, ended_by: by ?? null })
    .where('id', '=', id)
    .execute();
}

/** Ends every pending invite of the subscription, which must be locked; answers their ids. */
export async function revokePendingInvites(
  tx: Transaction,
  { subscriptionId, at }: Pick<Invite, 'subscriptionId'> & { readonly at: Date },
): Promise<string[]> {
  const rows = await invites(tx)
    .updateTable('invites')
    .set({ status: 'revoked', ended_at: at })
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'pending')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks pending invites that have expired; the next sweep takes those that are locked elsewhere. */
export async function lockExpiredInvites(
  tx: Transaction,
  { at, limit }: { readonly at: Date; readonly limit: number },
): Promise<Invite[]> {
  const rows = await invites(tx)
    .selectFrom('invites')
    .selectAll()
    .where('status', '=', 'pending')
    .where('expires_at', '<=', at)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(toInvite);
}

/**
 * Skips rows that are locked elsewhere, because waiting for them could end in a deadlock. The next
 * sweep takes them. The activity keeps the addresses.
 */
export async function removeInvitesEndedBefore(db: Database, at: Date): Promise<void> {
  await sql`
    with gone as (
      delete from invites where id in (
        select id from invites where ended_at < ${at} for update skip locked)
      returning id, subscription_id, email
    ) ${keepNames(sql`select id, subscription_id, email from gone`)}`.execute(db);
}

interface Acceptance extends Pick<Invite, 'email' | 'subscriptionId'> {
  readonly since: Date;
  readonly at: Date;
}

/** An invite that the wrong person accepted counts as revoked, so that its page does not say otherwise. */
export async function revokeAcceptedInvites(
  tx: Transaction,
  { email, subscriptionId, since, at }: Acceptance,
): Promise<void> {
  await invites(tx)
    .updateTable('invites')
    .set({ status: 'revoked', ended_at: at })
    .where('subscription_id', '=', subscriptionId)
    .where('email', '=', email)
    .where('status', '=', 'accepted')
    .where('ended_at', '>=', since)
    .execute();
}

/** Removes every invite to the address, pending ones too, and those that the account has answered under another. */
export async function removeInvitesTo(
  tx: Transaction,
  { uid, email }: { readonly uid: string; readonly email: string | null },
): Promise<void> {
  await sql`
    delete from invites where email = ${email} or id in (
      select subject_id from audit_events
      where actor_id = ${uid} and action in ('invite.accepted', 'invite.rejected'))`.execute(tx);
}

/** Whether the account has sent an invite that is pending. */
export async function hasPendingInviteBy(tx: Transaction, accountId: string): Promise<boolean> {
  const row = await invites(tx)
    .selectFrom('invites')
    .select('id')
    .where('invited_by', '=', accountId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether any subscription has invited the address, and waits for the answer. */
export async function hasPendingInviteTo(
  db: Database,
  { email, at }: Pick<Invite, 'email'> & { readonly at: Date },
): Promise<boolean> {
  const row = await invites(db)
    .selectFrom('invites')
    .select('id')
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .where('expires_at', '>', at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an active member of the subscription has the address. */
export async function isMemberAddress(
  db: Database,
  { subscriptionId, email }: Pick<Invite, 'subscriptionId' | 'email'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from accounts a join memberships m on m.account_id = a.id
    where a.email = ${email} and m.subscription_id = ${subscriptionId}`.execute(db);
  return rows.length > 0;
}

function toInvite(row: Selectable<InviteTable>): Invite {
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    email: row.email,
    permissions: row.permissions,
    tokenHash: row.token_hash,
    previousTokenHash: row.previous_token_hash,
    status: row.status,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
  };
}

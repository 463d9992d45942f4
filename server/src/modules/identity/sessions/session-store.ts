import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isNotNullViolation } from '../../../platform/database.ts';
import { secretHash } from '../../../platform/ids.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { type AuditEvent, auditParts } from '../../audit/index.ts';
import type { LinkName } from '../accounts/identity-link.ts';
import { removePendingSignIns } from '../factors/pending-sign-in-store.ts';
import { endSessions, type SessionEnd } from './ended-session-store.ts';
import type { DeviceMarks } from './known-device.ts';
import { findKeptMark, keepDeviceParts } from './known-device-store.ts';
import type { Client, Session } from './session.ts';

interface SessionTable {
  id: string;
  account_id: string;
  refresh_token_hash: Buffer;
  cookie: boolean;
  provider: string;
  second_factor: string | null;
  signed_in_at: Date;
  begun_at: Date | null;
  last_seen_at: Date;
  expires_at: Date;
  user_agent: string;
  address: string;
}

const sessions = (db: Database) => db.withTables<{ sessions: SessionTable }>();

interface NewSession {
  readonly session: Session;
  /** Password hash that the sign-in was checked against. */
  readonly passwordHash: string | null;
  readonly refreshToken: string;
  readonly client: Client;
  readonly event: AuditEvent;
  /** Further parts of the same statement. */
  readonly extraParts?: RawBuilder<unknown> | undefined;
  /** Mark of the browser, which is known from now on. */
  readonly devices?: DeviceMarks | undefined;
}

interface InsertedSession {
  /** Fields of the account that its tokens name. */
  readonly links: readonly LinkName[];
  /** Mark of the browser, if it has one. */
  readonly deviceMark: string | undefined;
}

/**
 * Opens the session, ends the one it replaces, and records sign-in and event, in one statement. Refuses if password or
 * account were taken back meanwhile, or a second factor was not shown.
 */
export async function insertSession(db: Database, opened: NewSession): Promise<InsertedSession> {
  try {
    return await insertRow(db, opened);
  } catch (error) {
    if (isNotNullViolation(error, 'account_id')) {
      refuse('auth/invalid-credential');
    }
    throw error;
  }
}

/** Active sessions of one account; a further one ends the one that was used longest ago. */
const mostSessions = 100;

async function insertRow(db: Database, opened: NewSession): Promise<InsertedSession> {
  const { session, refreshToken, client, event, extraParts, devices } = opened;
  const provenHash = session.provider === 'password' ? opened.passwordHash : null;
  const base = devices ? 'insert-session-on-device' : 'insert-session';
  const name = sql.raw(extraParts ? `${base}-after-attempt` : base);
  const device = devices ? sql`, ${keepDeviceParts(devices, session.signedInAt)}` : sql``;
  const extra = extraParts ? sql`, ${extraParts}` : sql``;
  const { replacedRefreshToken } = client;
  const replacedHash = replacedRefreshToken === undefined ? null : secretHash(replacedRefreshToken);
  const keptHash = devices ? sql`(select mark_hash from kept_device limit 1)` : sql`null::bytea`;
  const { rows } = await sql<InsertedRow>`/* plan once: ${name} */
    with ${auditParts(event)}, replaced as (
      delete from sessions where cookie and refresh_token_hash = ${replacedHash}
    ), surplus as (
      delete from sessions where id in (
        select id from sessions where account_id = ${session.accountId}
        order by last_seen_at desc, id offset ${mostSessions - 1})
    ), account as (
      update accounts set last_signed_in_at = ${session.signedInAt}
      where id = ${session.accountId} and disabled_at is null
        and (${provenHash}::text is null or password_hash = ${provenHash})
        and (factor_count = 0 or ${session.secondFactor}::text is not null)
      returning id
    )${device}${extra}
    insert into sessions (id, account_id, refresh_token_hash, cookie, provider,
      second_factor, begun_at, signed_in_at, last_seen_at, expires_at, user_agent, address)
    values (${session.id}, (select id from account), ${secretHash(refreshToken)}, ${session.cookie},
      ${session.provider}, ${session.secondFactor}, ${session.begunAt}, ${session.signedInAt}, ${session.lastSeenAt}, ${session.expiresAt},
      ${client.userAgent}, ${client.address})
    returning ${keptHash} as kept_hash, (
      select coalesce(
        json_agg(json_build_object('provider', provider, 'subject', subject) order by linked_at),
        '[]')
      from identity_links where account_id = ${session.accountId}) as links`.execute(db);
  const [row] = rows;
  return {
    links: row?.links ?? [],
    deviceMark: devices && findKeptMark(devices, row?.kept_hash ?? null),
  };
}

interface InsertedRow {
  readonly kept_hash: Buffer | null;
  readonly links: LinkName[];
}

export async function findSessionByRefreshToken(
  db: Database,
  refreshToken: string,
): Promise<Session | undefined> {
  const row = await sessions(db)
    .selectFrom('sessions')
    .selectAll()
    .where('refresh_token_hash', '=', secretHash(refreshToken))
    .executeTakeFirst();
  return row && toSession(row);
}

function toSession(row: Selectable<SessionTable>): Session {
  return {
    id: row.id,
    accountId: row.account_id,
    cookie: row.cookie,
    provider: row.provider,
    secondFactor: row.second_factor,
    signedInAt: row.signed_in_at,
    begunAt: row.begun_at ?? row.signed_in_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  };
}

export async function recordLastSeen(db: Database, sessionId: string, at: Date): Promise<void> {
  await sessions(db)
    .updateTable('sessions')
    .set({ last_seen_at: at })
    .where('id', '=', sessionId)
    .execute();
}

export interface SessionRecord extends Session {
  readonly userAgent: string;
  readonly address: string;
}

/** All sessions of the account that have not passed their absolute end, latest use first. */
export async function listSessionRecords(
  db: Database,
  { accountId, at }: { readonly accountId: string; readonly at: Date },
): Promise<SessionRecord[]> {
  const rows = await sessions(db)
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', at)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...toSession(row),
    userAgent: row.user_agent,
    address: row.address,
  }));
}

/** Whether the account has a session that was opened from this very network address. */
export async function hasSessionFrom(
  db: Database,
  { email, address }: { readonly email: string; readonly address: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where accounts.email = ${email} and sessions.address = ${address} limit 1`.execute(db);
  return rows.length > 0;
}

/** Like `hasSessionFrom`, for an account that is known. */
export async function hasSessionOfFrom(
  db: Database,
  { accountId, address }: { readonly accountId: string; readonly address: string },
): Promise<boolean> {
  const row = await sessions(db)
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .executeTakeFirst();
  return row !== undefined;
}

interface Ending extends SessionEnd {
  readonly accountId: string;
  readonly exceptId?: string;
  /** Only those that were opened with one of these. */
  readonly providers?: readonly string[];
  /** Only those that have shown this second factor. */
  readonly secondFactor?: string;
}

/**
 * Ends all sessions of the account, or all but one, and sign-ins that wait for a second factor. Answers the number of
 * sessions.
 */
export async function removeSessions(
  tx: Transaction,
  { accountId, exceptId, providers, secondFactor, ...end }: Ending,
): Promise<number> {
  await removePendingSignIns(tx, accountId);
  const isOther = exceptId === undefined ? sql`true` : sql`id <> ${exceptId}`;
  const isOpenedSo = providers ? sql`provider = any(${providers})` : sql`true`;
  const hasShown = secondFactor === undefined ? sql`true` : sql`second_factor = ${secondFactor}`;
  return await endSessions(
    tx,
    sql`account_id = ${accountId} and ${isOther} and ${isOpenedSo} and ${hasShown}`,
    end,
  );
}

/** Lets the session go on as one that has shown no second factor, as that factor is gone. */
export async function forgetShownFactor(tx: Transaction, sessionId: string): Promise<void> {
  await sql`update sessions set second_factor = null where id = ${sessionId}`.execute(tx);
}

/** Ends every session of everybody; answers how many there were. */
export async function removeAllSessions(tx: Transaction, endedAt: Date): Promise<number> {
  await removePendingSignIns(tx);
  return await endSessions(tx, sql`true`, { reason: 'operator', endedAt });
}

/** Forgets sessions that nobody can use any more. */
export async function sweepSessions(
  db: Database,
  { at, idleDays }: { readonly at: Date; readonly idleDays: number },
): Promise<void> {
  await sql`
    delete from sessions
    where expires_at <= ${at} or last_seen_at <= ${at}::timestamptz - ${idleDays} * interval '1 day'`.execute(
    db,
  );
}

/** Ends one session; false when it had ended before. `end` is for the device that it was open on. */
export async function removeSession(
  db: Database,
  session: { readonly id: string; readonly accountId: string },
  end?: SessionEnd,
): Promise<boolean> {
  const condition = sql`id = ${session.id} and account_id = ${session.accountId}`;
  if (end) {
    return (await endSessions(db, condition, end)) > 0;
  }
  const { numAffectedRows } = await sql`delete from sessions where ${condition}`.execute(db);
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}

import { sql } from 'kysely';
import { secretHash } from '../../platform/ids.ts';
import type { Database } from '../../platform/transaction.ts';
import { type AuditEvent, auditParts } from '../audit/index.ts';
import type { Client, Session } from './session.ts';

interface SessionTable {
  id: string;
  account_id: string;
  refresh_token_hash: Buffer;
  cookie: boolean;
  provider: string;
  signed_in_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  user_agent: string;
  address: string;
}

const sessions = (db: Database) => db.withTables<{ sessions: SessionTable }>();

interface NewSession {
  readonly session: Session;
  readonly refreshToken: string;
  readonly client: Client;
  readonly event: AuditEvent;
}

/** Opens the session, ends the one it replaces, notes the sign-in and records the event, in one statement. */
export async function insertSession(db: Database, opened: NewSession): Promise<void> {
  const { session, refreshToken, client, event } = opened;
  const { replacedRefreshToken } = client;
  const replacedHash = replacedRefreshToken === undefined ? null : secretHash(replacedRefreshToken);
  await sql`/* plan once: insert-session */
    with ${auditParts(event)}, replaced as (
      delete from sessions where cookie and refresh_token_hash = ${replacedHash}
    ), account as (
      update accounts set last_signed_in_at = ${session.signedInAt} where id = ${session.accountId}
    )
    insert into sessions (id, account_id, refresh_token_hash, cookie, provider,
      signed_in_at, last_seen_at, expires_at, user_agent, address)
    values (${session.id}, ${session.accountId}, ${secretHash(refreshToken)}, ${session.cookie},
      ${session.provider}, ${session.signedInAt}, ${session.lastSeenAt}, ${session.expiresAt},
      ${client.userAgent}, ${client.address})`.execute(db);
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
  return (
    row && {
      id: row.id,
      accountId: row.account_id,
      cookie: row.cookie,
      provider: row.provider,
      signedInAt: row.signed_in_at,
      lastSeenAt: row.last_seen_at,
      expiresAt: row.expires_at,
    }
  );
}

export async function recordSighting(db: Database, sessionId: string, at: Date): Promise<void> {
  await sessions(db)
    .updateTable('sessions')
    .set({ last_seen_at: at })
    .where('id', '=', sessionId)
    .execute();
}

/** Ends one session; false when it had ended before. */
export async function removeSession(
  db: Database,
  session: { readonly id: string; readonly accountId: string },
): Promise<boolean> {
  const result = await sessions(db)
    .deleteFrom('sessions')
    .where('id', '=', session.id)
    .where('account_id', '=', session.accountId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

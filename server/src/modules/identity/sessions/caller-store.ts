import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import type { CallerClaims, CallerRow } from './caller.ts';

/** Columns of CallerRow over `callerSource`. */
export const callerColumns = sql.raw(
  `a.id as uid, a.email, a.email_verified, a.disabled_at,
   s.id as session_id, s.cookie, s.provider, s.signed_in_at, s.last_seen_at, s.expires_at`,
);

/** Account `a` with its session `s`, for joining more to in the same statement. */
export function callerSource({ uid, sessionId }: CallerClaims): RawBuilder<unknown> {
  return sql`(values (${uid}::text, ${sessionId}::text)) claims (uid, session_id)
    join accounts a on a.id = claims.uid
    left join sessions s on s.id = claims.session_id and s.account_id = a.id`;
}

export async function findCallerRow(
  db: Database,
  claims: CallerClaims,
): Promise<CallerRow | undefined> {
  const { rows } = await sql<CallerRow>`/* plan once: caller */
    select ${callerColumns} from ${callerSource(claims)}`.execute(db);
  return rows[0];
}

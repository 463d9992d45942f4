import type { SessionEndReason } from '@hearth/contract';
import { type RawBuilder, sql } from 'kysely';
import { secretHash } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/transaction.ts';

export interface SessionEnd {
  readonly reason: SessionEndReason;
  readonly endedAt: Date;
}

/** Removes sessions and keeps why, in one statement; answers how many there were. */
export async function endSessions(
  db: Database,
  condition: RawBuilder<unknown>,
  { reason, endedAt }: SessionEnd,
): Promise<number> {
  const { rows } = await sql<{ ended: string }>`
    with ended as (
      delete from sessions where ${condition} returning refresh_token_hash, account_id
    ), kept as (
      insert into ended_sessions (refresh_token_hash, account_id, reason, ended_at)
      select refresh_token_hash, account_id, ${reason}, ${endedAt} from ended
      on conflict (refresh_token_hash) do nothing
    )
    select count(*) as ended from ended`.execute(db);
  return Number(rows[0]?.ended ?? 0);
}

export async function findSessionEnd(
  db: Database,
  refreshToken: string,
): Promise<SessionEnd | undefined> {
  const { rows } = await sql<{ reason: SessionEndReason; ended_at: Date }>`
    select reason, ended_at from ended_sessions
    where refresh_token_hash = ${secretHash(refreshToken)}`.execute(db);
  const [row] = rows;
  return row && { reason: row.reason, endedAt: row.ended_at };
}

/** Forgets ends that no device is likely to ask about any more. */
export async function sweepEndedSessions(db: Database, at: Date): Promise<void> {
  await sql`
    delete from ended_sessions where ended_at <= ${at}::timestamptz - interval '30 days'`.execute(
    db,
  );
}

import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';

interface Decline {
  /** Account that asked for the payment. */
  readonly accountId: string;
  readonly at: Date;
}

export async function insertDecline(db: Database, { accountId, at }: Decline): Promise<void> {
  await sql`
    insert into card_declines (account_id, declined_at) values (${accountId}, ${at})`.execute(db);
}

export async function countDeclinesSince(
  db: Database,
  { accountId, at }: Decline,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from card_declines
    where account_id = ${accountId} and declined_at > ${at}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function removeDeclinesBefore(db: Database, at: Date): Promise<void> {
  await sql`delete from card_declines where declined_at <= ${at}`.execute(db);
}

import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';

interface PlannedDeletion {
  readonly accountId: string;
  readonly deletesAt: Date;
}

/** The caller has locked the account, which has no other one. */
export async function insertPlannedDeletion(
  tx: Transaction,
  { accountId, deletesAt }: PlannedDeletion,
): Promise<void> {
  await sql`
    insert into planned_deletions (account_id, deletes_at) values (${accountId}, ${deletesAt})`.execute(
    tx,
  );
}

/** When the account is deleted; undefined if that is not planned. */
export async function findDeletionTime(db: Database, accountId: string): Promise<Date | undefined> {
  const { rows } = await sql<Pick<PlannedDeletion, 'deletesAt'>>`
    select deletes_at as "deletesAt" from planned_deletions
    where account_id = ${accountId}`.execute(db);
  return rows[0]?.deletesAt;
}

/** Whether there was one. */
export async function removePlannedDeletion(tx: Transaction, accountId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from planned_deletions where account_id = ${accountId}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function removeAllPlannedDeletions(tx: Transaction): Promise<void> {
  await sql`delete from planned_deletions`.execute(tx);
}

/** uids of accounts that are due, the oldest first, at most 100. */
export async function listDueDeletions(db: Database, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from planned_deletions where deletes_at <= ${at}
    order by deletes_at limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

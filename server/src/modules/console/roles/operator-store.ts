import type { OperatorRole } from '@hearth/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';

/** Role that the command line has given to the account. */
export async function findStoredRole(db: Database, uid: string): Promise<OperatorRole | undefined> {
  const { rows } = await sql<{ role: OperatorRole }>`
    select role from operators where account_id = ${uid}`.execute(db);
  return rows[0]?.role;
}

export async function saveOperator(
  tx: Transaction,
  { uid, role, at }: { readonly uid: string; readonly role: OperatorRole; readonly at: Date },
): Promise<void> {
  await sql`
    insert into operators (account_id, role, added_at) values (${uid}, ${role}, ${at})
    on conflict (account_id) do update set role = excluded.role, added_at = excluded.added_at`.execute(
    tx,
  );
}

/** Whether there was one. */
export async function removeOperator(tx: Transaction, uid: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from operators where account_id = ${uid}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** A backup may be older than the day on which somebody left. Answers how many there were. */
export async function removeAllOperators(tx: Transaction): Promise<number> {
  const { numAffectedRows } = await sql`delete from operators`.execute(tx);
  return Number(numAffectedRows);
}

interface ListedOperator {
  readonly uid: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly addedAt: Date;
}

/** By address. */
export async function listStoredOperators(db: Database): Promise<readonly ListedOperator[]> {
  const { rows } = await sql<ListedOperator>`
    select a.id as uid, a.email, o.role, o.added_at as "addedAt"
    from operators o join accounts a on a.id = o.account_id order by a.email`.execute(db);
  return rows;
}

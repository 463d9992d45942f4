import { sql } from 'kysely';
import type { Database, Transaction } from '../../../../../platform/transaction.ts';
import { type Redemption, tables } from './sandbox-store.ts';

/** Counts purchases with the code. */
export async function countRedemptions(db: Database, codeId: string): Promise<number> {
  const row = await tables(db)
    .selectFrom('sandbox.redemptions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('codeId', '=', codeId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Lets one purchase at a time count the code's redemptions, until the transaction ends. */
export async function lockCode(tx: Transaction, codeId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox ${codeId}`}, 0))`.execute(tx);
}

export async function insertRedemption(tx: Transaction, redemption: Redemption): Promise<void> {
  await tables(tx).insertInto('sandbox.redemptions').values(redemption).execute();
}

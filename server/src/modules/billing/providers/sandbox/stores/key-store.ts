import { sql } from 'kysely';
import type { Database, Transaction } from '../../../../../platform/transaction.ts';
import { tables } from './sandbox-store.ts';

export interface StoredAnswer {
  readonly requestHash: Buffer;
  /** Answer as JSON. */
  readonly answer: unknown;
}

/** Finds the key's first answer, and makes other calls with the key wait. */
export async function lockKey(tx: Transaction, key: string): Promise<StoredAnswer | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox ${key}`}, 0))`.execute(tx);
  return tables(tx)
    .selectFrom('sandbox.keys')
    .select(['requestHash', 'answer'])
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function insertKey(
  tx: Transaction,
  { key, ...stored }: StoredAnswer & { readonly key: string; readonly createdAt: Date },
): Promise<void> {
  await tables(tx)
    .insertInto('sandbox.keys')
    .values({ key, ...stored, answer: sql`${JSON.stringify(stored.answer)}::jsonb` })
    .execute();
}

/** Removes answers that are too old to be repeated. */
export async function sweepKeys(db: Database, before: Date): Promise<void> {
  await tables(db).deleteFrom('sandbox.keys').where('createdAt', '<', before).execute();
}

import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';

/** One hash for each kind of imported password hash. */
export async function listDecoys(db: Database): Promise<string[]> {
  const { rows } = await sql<{ decoy: string }>`select decoy from password_kinds`.execute(db);
  return rows.map(({ decoy }) => decoy);
}

import { sql } from 'kysely';
import type { Database } from '../../platform/transaction.ts';

/** Names the lock of the database. */
const importLock = 7_251_460_023;

/** Does the work unless another import runs, which answers undefined. A process that ends leaves the lock. */
export async function importAlone<Result>(
  db: Database,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return await db.connection().execute(async (holder) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(${importLock}) as locked`.execute(holder);
    if (!rows[0]?.locked) {
      return undefined;
    }
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${importLock})`.execute(holder);
    }
  });
}

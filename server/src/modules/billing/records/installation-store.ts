import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';

/** Id of this installation, which it writes into the metadata of its objects at the provider. */
export async function readInstallation(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from installation`.execute(db);
  const [row] = rows;
  if (!row) {
    throw new Error('The installation has no id.');
  }
  return row.id;
}

/** Notes that another installation shares the account; true the first time. */
export async function markShared(db: Database, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update installation set shared_since = ${at} where shared_since is null`.execute(db);
  return numAffectedRows === 1n;
}

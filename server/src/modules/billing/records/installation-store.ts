import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';

/** Name of this installation in the metadata of what it makes at the provider. */
export async function readInstallation(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from installation`.execute(db);
  const [row] = rows;
  if (!row) {
    throw new Error('The installation has no id.');
  }
  return row.id;
}

import { sql } from 'kysely';
import type { Database } from '../transaction.ts';
import { listOwnTables, quoteName } from './tables.ts';

/** Rows that a start writes into an empty database. */
const firstRows = [
  'public.backups',
  'public.clock_offset',
  'public.installation',
  'public.orphan_searches',
  'public.provider_pulls',
  'public.rate_limits',
  'public.signing_keys',
];

/** Refuses a database that somebody has used. */
export async function requireEmpty(db: Database): Promise<void> {
  const tables = (await listOwnTables(db)).filter(
    ({ name }) => !firstRows.includes(name) && !name.startsWith('graphile_worker.'),
  );
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.raw(quoteName(name))} limit 1`.execute(db);
    if (rows.length > 0) {
      throw new Error(
        `The database is not empty: ${name} has rows. Restore into another one (DATABASE_URL), or into a new folder (DATA_DIR); nothing was changed.`,
      );
    }
  }
}

/**
 * A running Hearth holds an advisory lock for each of its job workers, and a starting one that of
 * migrations. Locks of the given connection are our own.
 */
export async function requireNobody(db: Database): Promise<void> {
  const { rows } = await sql`
    select from pg_locks
    where locktype = 'advisory' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())
    limit 1`.execute(db);
  if (rows.length > 0) {
    throw new Error('A Hearth is running on this database. Stop it first; nothing was changed.');
  }
}

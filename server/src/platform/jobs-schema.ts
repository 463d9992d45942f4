import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { DatabaseLocation } from './database.ts';

/** Any number, as long as nothing else takes the same advisory lock. */
const migrationLock = 7_316_402_211;

/** Brings the job queue's own tables up to date; of several processes that start together one does. */
export async function migrateJobs(location: DatabaseLocation): Promise<void> {
  const pool = new pg.Pool({ ...location, max: 2 });
  const ignored = () => {};
  // A lost connection fails the statement that uses it; graphile-worker warns where nobody listens.
  pool.on('error', ignored).on('connect', (client) => client.on('error', ignored));
  try {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [migrationLock]);
      await runMigrations({ pgPool: pool, logger: new Logger(() => ignored) });
      await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
}

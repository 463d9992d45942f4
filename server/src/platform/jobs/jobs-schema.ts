import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { OpenDatabase } from '../database.ts';
import { type DatabaseLocation, openPool } from '../database-client.ts';
import type { Database } from '../transaction.ts';

/** Brings the job queue's own tables up to date. The caller holds the migration lock. */
export async function migrateJobs({
  db,
  location,
}: Pick<OpenDatabase, 'db' | 'location'>): Promise<void> {
  // Most starts have nothing to do, and need not load the library to find that out.
  if ((await findJobsMigration(db)) < (await newestJobsMigration())) {
    await runJobMigrations(location);
  }
}

/** Number of the last migration that the queue's tables have seen, 0 for none. */
export async function findJobsMigration(db: Database): Promise<number> {
  const found = await sql<{ present: boolean }>`
    select to_regclass('graphile_worker.migrations') is not null as present`.execute(db);
  if (found.rows[0]?.present !== true) {
    return 0;
  }
  const newest = await sql<{ id: number }>`
    select max(id) as id from graphile_worker.migrations`.execute(db);
  return newest.rows[0]?.id ?? 0;
}

/** The library numbers its migrations by file: 000019.sql. */
export async function newestJobsMigration(): Promise<number> {
  const manifest = createRequire(import.meta.url).resolve('graphile-worker/package.json');
  const files = await readdir(join(dirname(manifest), 'sql'));
  return Math.max(...files.map((file) => Number.parseInt(file, 10)));
}

async function runJobMigrations(location: DatabaseLocation): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker');
  const ignored = () => {};
  // A lost connection fails the statement that uses it.
  const pool = openPool({ location, max: 1, limits: { statementMs: 0 }, onError: ignored });
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => ignored) });
  } finally {
    await pool.end();
  }
}

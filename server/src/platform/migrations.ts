import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Migration, Migrator, sql } from 'kysely';
import type { OpenDatabase } from './database.ts';
import { migrateJobs } from './jobs-schema.ts';
import type { Database } from './transaction.ts';

const oldestSupportedVersion = 140_000;

/** Brings the database to the newest schema, under an advisory lock; answers what was applied. */
export async function migrate(
  { db, location }: Pick<OpenDatabase, 'db' | 'location'>,
  folder: string,
): Promise<string[]> {
  await requireSupportedVersion(db);
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find((result) => result.status === 'Error');
  if (error !== undefined || failed !== undefined) {
    throw new Error(`Migration ${failed?.migrationName ?? ''} failed.`, { cause: error });
  }
  await migrateJobs({ db, location });
  return results.map((result) => result.migrationName);
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, file), 'utf8');
    return [
      file.slice(0, -'.sql'.length),
      {
        up: async (db) =>
          void (await sql.raw(`set local statement_timeout = 0;\n${text}`).execute(db)),
      },
    ];
  });
  return Object.fromEntries(await Promise.all(migrations));
}

async function requireSupportedVersion(db: Database): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db);
  const version = rows[0]?.version ?? 0;
  if (version < oldestSupportedVersion) {
    throw new Error(`PostgreSQL 14 or newer is needed; this one says ${version}.`);
  }
}

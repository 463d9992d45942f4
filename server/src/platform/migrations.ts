import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Migration, type MigrationResultSet, Migrator, sql } from 'kysely';
import type { OpenDatabase } from './database.ts';
import { migrateJobs } from './jobs-schema.ts';
import type { Database, Transaction } from './transaction.ts';

const oldestSupportedVersion = 140_000;

/** Brings the database to the newest schema, under an advisory lock; answers what was applied. */
export async function migrate(
  { db, location }: Pick<OpenDatabase, 'db' | 'location'>,
  folder: string,
): Promise<string[]> {
  const applied = await run({ db, folder }, (migrator) => migrator.migrateToLatest());
  await migrateJobs({ db, location });
  return applied;
}

interface MigratedParts {
  readonly db: Database;
  readonly folder: string;
}

/** Brings an empty database to the schema that the named migration left. */
export async function migrateTo(
  { db, location }: Pick<OpenDatabase, 'db' | 'location'>,
  { folder, name }: { readonly folder: string; readonly name: string },
): Promise<void> {
  await run({ db, folder }, (migrator) => migrator.migrateTo(name));
  await migrateJobs({ db, location });
}

/** Names of all migrations, in their order. */
export async function listKnownMigrations(folder: string): Promise<string[]> {
  return Object.keys(await readMigrations(folder));
}

/** Applies what is left of the migrations in the caller's transaction. */
export async function finishMigrations(tx: Transaction, folder: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(tx);
  const applied = new Set(rows.map(({ name }) => name));
  const left = Object.entries(await readMigrations(folder)).filter(([name]) => !applied.has(name));
  for (const [name, { up }] of left) {
    await up(tx);
    await sql`
      insert into kysely_migration (name, timestamp)
      values (${name}, ${new Date().toISOString()})`.execute(tx);
  }
  return left.map(([name]) => name);
}

async function run(
  { db, folder }: MigratedParts,
  work: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<string[]> {
  await requireSupportedVersion(db);
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } });
  const { error, results = [] } = await work(migrator);
  const failed = results.find((result) => result.status === 'Error');
  if (error !== undefined || failed !== undefined) {
    throw new Error(`Migration ${failed?.migrationName ?? ''} failed.`, { cause: error });
  }
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

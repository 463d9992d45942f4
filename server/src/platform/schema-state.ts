import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { findJobsMigration, newestJobsMigration } from './jobs/jobs-schema.ts';
import type { Database } from './transaction.ts';

/** How the schema of a database differs from the one that this program needs. */
export interface SchemaState {
  /** Migrations that the database has not had yet. */
  readonly missing: readonly string[];
  /** Migrations of a program that is newer than this one. */
  readonly unknown: readonly string[];
  /** Whether the database holds nothing of Hearth. */
  readonly isEmpty: boolean;
}

export async function readSchemaState(
  db: Database,
  folder: string,
  appFolder?: string,
): Promise<SchemaState> {
  const wanted = await listWanted(folder);
  const applied = await listApplied(db, 'public.kysely_migration');
  const app = await readAppState(db, appFolder);
  const jobs = (await findJobsMigration(db)) - (await newestJobsMigration());
  const ofJobs = 'of the job queue';
  return {
    missing: [
      ...wanted.filter((name) => !applied.includes(name)),
      ...(jobs < 0 && applied.length > 0 ? [ofJobs] : []),
      ...(applied.length > 0 ? app.missing : []),
    ],
    unknown: [
      ...applied.filter((name) => !wanted.includes(name)),
      ...(jobs > 0 ? [ofJobs] : []),
      ...app.unknown,
    ],
    isEmpty: applied.length === 0,
  };
}

/** Migrations of the product on Hearth, by its folder; nothing for Hearth alone. */
async function readAppState(db: Database, folder: string | undefined) {
  if (folder === undefined) {
    return { missing: [], unknown: [] };
  }
  const wanted = await listWanted(folder);
  const applied = await listApplied(db, 'app.kysely_migration');
  const named = (names: readonly string[]) => names.map((name) => `app/${name}`);
  return {
    missing: named(wanted.filter((name) => !applied.includes(name))),
    unknown: named(applied.filter((name) => !wanted.includes(name))),
  };
}

async function listWanted(folder: string): Promise<string[]> {
  const known = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return known.map((file) => file.slice(0, -'.sql'.length));
}

async function listApplied(db: Database, table: string): Promise<string[]> {
  const { rows: found } = await sql<{ present: boolean }>`
    select to_regclass(${table}) is not null as present`.execute(db);
  if (found[0]?.present !== true) {
    return [];
  }
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

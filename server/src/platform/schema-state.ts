import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { findJobsMigration, newestJobsMigration } from './jobs-schema.ts';
import type { Database } from './transaction.ts';

/** How the schema of a database differs from the one that this program needs. */
export interface SchemaState {
  /** Migrations that the database has not had yet. */
  readonly missing: readonly string[];
  /** Migrations of a program that is newer than this one. */
  readonly unknown: readonly string[];
  /** Nothing of Hearth is in the database. */
  readonly isEmpty: boolean;
}

export async function readSchemaState(db: Database, folder: string): Promise<SchemaState> {
  const known = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const wanted = known.map((file) => file.slice(0, -'.sql'.length));
  const applied = await listApplied(db);
  const jobs = (await findJobsMigration(db)) - (await newestJobsMigration());
  const ofJobs = 'of the job queue';
  return {
    missing: [
      ...wanted.filter((name) => !applied.includes(name)),
      ...(jobs < 0 && applied.length > 0 ? [ofJobs] : []),
    ],
    unknown: [...applied.filter((name) => !wanted.includes(name)), ...(jobs > 0 ? [ofJobs] : [])],
    isEmpty: applied.length === 0,
  };
}

async function listApplied(db: Database): Promise<string[]> {
  const { rows: found } = await sql<{ present: boolean }>`
    select to_regclass('kysely_migration') is not null as present`.execute(db);
  if (found[0]?.present !== true) {
    return [];
  }
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

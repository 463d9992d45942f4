import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, onTestFinished } from 'vitest';
import { type DatabaseLocation, openDatabase } from '../../src/platform/database.ts';
import type { Database } from '../../src/platform/transaction.ts';
import { type Outcome, runHearth } from '../cli/lines.ts';
import { at, dropDatabase, withDatabase } from '../harness/postgres.ts';
import {
  createOwnTestApp,
  findLocation,
  type TestApp,
  type TestSettings,
} from '../harness/test-app.ts';

/** A database, and how a command line names it. */
export interface Place {
  readonly name: string;
  readonly location: DatabaseLocation;
  readonly url: string;
}

/** A database in which nothing was ever started. */
export async function createEmptyDatabase(): Promise<Place> {
  const name = `hearth_empty_${randomBytes(8).toString('hex')}`;
  const postgres = inject('postgres');
  await withDatabase(postgres, async (db) => {
    await sql.raw(`create database ${name}`).execute(db);
  });
  onTestFinished(() => dropDatabase(postgres, name));
  const location = at(postgres, name);
  return { name, location, url: toUrl(location) };
}

export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export function toUrl(location: DatabaseLocation): string {
  if ('connectionString' in location) {
    return location.connectionString;
  }
  const { host, user, database } = location;
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
}

/** Variables with which a command finds the database, with the key of the app. */
export function environmentOf({ config }: Pick<TestApp, 'config'>, url: string) {
  return { DATA_DIR: config.dataDir, DATABASE_URL: url, SECRET_KEY: config.secretKey };
}

/** Backs the app up beside its running jobs and requests; answers the file. */
export async function backUp(app: TestApp, name = 'backup.tar.gz'): Promise<string> {
  const file = join(await createFolder(), name);
  const { code, err } = await runBackup(app, file);
  expect(err).toBe('');
  expect(code).toBe(0);
  return file;
}

export async function runBackup(app: TestApp, file: string): Promise<Outcome> {
  return await runHearth(['backup', file], environmentOf(app, toUrl(await findLocation(app))));
}

export function runRestore(
  app: Pick<TestApp, 'config'>,
  file: string,
  { url }: Pick<Place, 'url'>,
  env: Record<string, string> = {},
): Promise<Outcome> {
  return runHearth(['restore', file], { ...environmentOf(app, url), ...env });
}

/** Restores into a new database; answers what was printed, too. */
export async function restoreElsewhere(
  app: TestApp,
  file: string,
): Promise<{ place: Place; out: string }> {
  const place = await createEmptyDatabase();
  const { code, out, err } = await runRestore(app, file, place);
  expect(err).toBe('');
  expect(code).toBe(0);
  return { place, out };
}

/** The product on a copy of the restored database, with the same key and time. */
export async function openRestored(
  app: TestApp,
  { name }: Pick<Place, 'name'>,
  settings: TestSettings = {},
): Promise<TestApp> {
  const env = { ...settings.env, SECRET_KEY: app.config.secretKey };
  return await createOwnTestApp({ ...settings, env, template: name, startsAt: app.clock.now() });
}

/** Runs the work with the rows of the database. */
export async function look<Result>(
  location: DatabaseLocation,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { db, close } = openDatabase(location, () => {});
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** Number of rows of each table of ours, and a hash of them that does not depend on their order. */
export async function fingerprint(location: DatabaseLocation): Promise<Record<string, string>> {
  return await look(location, async (db) => {
    const { rows: tables } = await sql<{ name: string }>`
      select schemaname || '.' || tablename as name from pg_tables
      where schemaname in ('public', 'sandbox', 'graphile_worker') and tablename not like '%migration%'
      order by 1`.execute(db);
    const prints: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await sql<{ print: string }>`
        select count(*) || ' ' || coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint::numeric), 0) as print
        from ${sql.table(name)} t`.execute(db);
      prints[name] = rows[0]?.print ?? '';
    }
    return prints;
  });
}

/** Whether the database has any table of ours. */
export async function isUntouched(location: DatabaseLocation): Promise<boolean> {
  return await look(location, async (db) => {
    const { rows } = await sql`
      select from pg_tables where schemaname in ('public', 'sandbox', 'graphile_worker')`.execute(
      db,
    );
    return rows.length === 0;
  });
}

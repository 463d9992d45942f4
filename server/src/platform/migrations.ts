import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Migration, type MigrationResultSet, Migrator, sql } from 'kysely';
import {
  type DatabaseLocation,
  isLockTimeout,
  type OpenDatabase,
  openDatabase,
} from './database.ts';
import { migrateJobs } from './jobs/jobs-schema.ts';
import { readSchemaState } from './schema-state.ts';
import type { Database, Transaction } from './transaction.ts';

const oldestSupportedVersion = 140_000;

/** Any number, as long as nothing else takes the same advisory lock. */
const migrationLock = 7_316_402_212;
/** A change of a table waits this long for running statements. Others queue behind it meanwhile. */
const lockTimeoutMs = 1_000;
const pauseMs = 200;
/** Tries for one migration, so that a statement of some minutes does not fail an upgrade. */
const maxTries = 300;

/**
 * Brings the database to the newest schema while servers go on answering; answers what was applied. One process migrates
 * and the others wait. The product's migrations come after Hearth's.
 */
export async function migrate(
  { db, location }: Pick<OpenDatabase, 'db' | 'location'>,
  folder: string,
  appFolder?: string,
): Promise<string[]> {
  await requireSupportedVersion(db);
  return await withMigrationLock(db, () =>
    withPatience(location, async (patient) => {
      await requireNoNewer(patient, folder, appFolder);
      const applied = await applyPending({ db: patient, folder });
      await migrateJobs({ db, location });
      return appFolder === undefined
        ? applied
        : [
            ...applied,
            ...(await applyPending({ db: patient, folder: appFolder, schema: appSchema })),
          ];
    }),
  );
}

/** A program that does not know all of the schema would write rows that break the newer one's rules. */
async function requireNoNewer(db: Database, folder: string, appFolder?: string): Promise<void> {
  const { unknown } = await readSchemaState(db, folder, appFolder);
  if (unknown.length > 0) {
    throw new Error(
      `The database is newer than this program: it already has ${unknown.at(-1)}. Start the newer version again; to go back, restore a backup from before the upgrade.`,
    );
  }
}

/** Runs the work on connections whose statements may take their time, as building an index does. */
async function withPatience<Result>(
  location: DatabaseLocation,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { db, close } = openDatabase(location, () => undefined, { statementMs: 0 });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** Schema of the product on Hearth, which also notes which of its migrations were applied. */
const appSchema = 'app';

/**
 * Runs the work while no other process migrates or can start to. Polls for the lock, since an index that is built
 * concurrently would wait for a waiting statement.
 */
export async function withMigrationLock<Result>(
  db: Database,
  work: (holder: Database) => Promise<Result>,
  wait: (holder: Database) => Promise<void> = () => sleep(pauseMs),
): Promise<Result> {
  return await db.connection().execute(async (holder) => {
    while (!(await tryLock(holder))) {
      await wait(holder);
    }
    try {
      return await work(holder);
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(holder);
    }
  });
}

async function tryLock(db: Database): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${migrationLock}) as locked`.execute(db);
  return rows[0]?.locked === true;
}

async function applyPending(parts: MigratedParts): Promise<string[]> {
  const { db, folder } = parts;
  const texts = await readTexts(folder);
  if (texts.size === 0) {
    return [];
  }
  const migrator = createMigrator(parts);
  const applied: string[] = [];
  for (const { name, executedAt } of await migrator.getMigrations()) {
    const text = executedAt === undefined ? texts.get(name) : undefined;
    if (text !== undefined) {
      if (isConcurrent(name)) {
        await runConcurrently(db, text);
      }
      applied.push(...(await migratePatiently(migrator, parts.schema)));
    }
  }
  return applied;
}

/** Gives up quickly if the table is in use, and tries again, so that nobody waits behind it for long. */
async function migratePatiently(migrator: Migrator, schema?: string): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const results = await migrator.migrateUp();
    if (tries === maxTries || !isLockTimeout(results.error)) {
      return namesOf(results, schema);
    }
    await sleep(pauseMs);
  }
}

/** Its statements hold no lock that stops requests, and so cannot be in a transaction. */
const isConcurrent = (name: string) => name.endsWith('.concurrent');

async function runConcurrently(db: Database, text: string): Promise<void> {
  for (const name of await listInvalidIndexes(db, text)) {
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
  }
  for (const statement of await listStatements(db, text)) {
    await sql.raw(statement).execute(db);
  }
}

/** Without the extension, which a database may not offer, an index of trigrams is left out: a search is slower then, not wrong. */
async function listStatements(db: Database, text: string): Promise<string[]> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db);
  return text
    .split(/;\s*$/m)
    .filter((part) => part.trim() !== '' && (rows.length > 0 || !part.includes('gin_trgm_ops')));
}

const createdIndex = /\bindex\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)/gi;

/**
 * Indexes of the migration that an interrupted build has left, which `if not exists` takes for whole
 * ones. Another one may be just being built by an operator.
 */
async function listInvalidIndexes(db: Database, text: string): Promise<string[]> {
  const names = [...text.matchAll(createdIndex)].map(([, name]) => name);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relnamespace = current_schema()::regnamespace
      and relname = any(${names}::text[])`.execute(db);
  return rows.map(({ name }) => name);
}

interface MigratedParts {
  readonly db: Database;
  readonly folder: string;
  /** Schema that records what was applied; the connection's if it is left out. */
  readonly schema?: string;
}

/** Brings an empty database to the schema that the named migration left. The caller holds the migration lock. */
export async function migrateTo(
  { db, location }: Pick<OpenDatabase, 'db' | 'location'>,
  { folder, name }: { readonly folder: string; readonly name: string },
): Promise<void> {
  await requireSupportedVersion(db);
  await withPatience(location, async (patient) =>
    namesOf(await createMigrator({ db: patient, folder }).migrateTo(name)),
  );
  await migrateJobs({ db, location });
}

/** Brings the schema of the product on Hearth to its named migration. The caller holds the migration lock. */
export async function migrateAppTo(
  location: DatabaseLocation,
  { folder, name }: { readonly folder: string; readonly name: string },
): Promise<void> {
  await withPatience(location, async (db) =>
    namesOf(await createMigrator({ db, folder, schema: appSchema }).migrateTo(name), appSchema),
  );
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

function createMigrator({ db, folder, schema }: MigratedParts): Migrator {
  const provider = { getMigrations: () => readMigrations(folder) };
  return new Migrator({ db, provider, ...(schema && { migrationTableSchema: schema }) });
}

/** Names of what was applied; throws if a migration failed. The schema is given for migrations that are not Hearth's. */
function namesOf({ error, results = [] }: MigrationResultSet, schema?: string): string[] {
  const failed = results.find((result) => result.status === 'Error');
  if (error !== undefined || failed !== undefined) {
    const name = `${schema === undefined ? '' : `${schema}/`}${failed?.migrationName ?? ''}`;
    throw new Error(`Migration ${name} failed.`, { cause: error });
  }
  return results.map((result) => result.migrationName);
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const migrations = [...(await readTexts(folder))].map(([name, text]): [string, Migration] => {
    return [name, { up: (db) => runInside(db, isConcurrent(name), text) }];
  });
  return Object.fromEntries(migrations);
}

async function runInside(db: Database, isConcurrent: boolean, text: string): Promise<void> {
  await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(db);
  if (!isConcurrent) {
    await sql.raw(text).execute(db);
    return;
  }
  // The index is there already, or nobody uses the database yet.
  for (const statement of await listStatements(db, text)) {
    await sql.raw(statement.replaceAll(/\bconcurrently\b/gi, '')).execute(db);
  }
}

/** Statements of the migrations by their names, in order. */
async function readTexts(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const texts = files.map(
    async (file): Promise<[string, string]> => [
      file.slice(0, -'.sql'.length),
      await readFile(join(folder, file), 'utf8'),
    ],
  );
  return new Map(await Promise.all(texts));
}

async function requireSupportedVersion(db: Database): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db);
  const version = rows[0]?.version ?? 0;
  if (version < oldestSupportedVersion) {
    throw new Error(`PostgreSQL 14 or newer is needed; this one says ${version}.`);
  }
}

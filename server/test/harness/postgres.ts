import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { type DatabaseLocation, openDatabase } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';
import { adminRole, programRole } from '../../src/platform/postgres/postgres-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: DatabaseLocation;
    templateDatabase: string;
  }
}

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

/** One PostgreSQL for the run, and a migrated template from which each test file gets its own database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = `hearth_template_${process.pid}`;
  await withDatabase(server.location, (db) =>
    sql
      .raw(`create database ${template}`)
      .execute(db)
      .then(() => undefined),
  );
  const location = at(server.location, template);
  await withDatabase(location, (db) => migrate({ db, location }, migrations).then(() => undefined));
  project.provide('postgres', server.location);
  project.provide('templateDatabase', template);
  return async () => {
    await withDatabase(server.location, (db) =>
      sql
        .raw(`drop database ${template}`)
        .execute(db)
        .then(() => undefined),
    );
    await server.stop();
  };
}

interface Server {
  readonly location: DatabaseLocation;
  stop(): Promise<void>;
}

/** The server of TEST_DATABASE_URL, or a fresh one of our binaries that need not survive a power cut. */
async function openServer(): Promise<Server> {
  const { TEST_DATABASE_URL, HEARTH_TEST_POSTGRES } = process.env;
  if (TEST_DATABASE_URL) {
    return { location: { connectionString: TEST_DATABASE_URL }, stop: async () => {} };
  }
  const dataDir = await mkdtemp(join(await findFolder(), 'hearth-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    settings: { fsync: 'off', full_page_writes: 'off', jit: 'off', max_connections: '300' },
    ...(HEARTH_TEST_POSTGRES ? { binariesDir: HEARTH_TEST_POSTGRES } : {}),
  });
  // Tests make databases, which the product's role may not.
  const admin = { ...postgres.connection, user: adminRole, database: 'postgres' };
  await withDatabase(admin, (db) =>
    sql
      .raw(`alter role ${programRole} createdb`)
      .execute(db)
      .then(() => undefined),
  );
  return {
    location: postgres.connection,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const memoryDisk = '/dev/shm';
const enoughBytes = 2 * 1024 ** 3;

/** In memory where there is room: a database has 300 files, which a disk makes and deletes slowly. */
async function findFolder(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(memoryDisk);
    return bavail * bsize >= enoughBytes ? memoryDisk : tmpdir();
  } catch {
    return tmpdir();
  }
}

interface Copied {
  readonly name: string;
  readonly template: string;
}

/**
 * Makes a database as the template is. Since PostgreSQL 15 each page would go through the log, which costs four times as
 * much as to copy the files.
 */
export async function copyDatabase(
  location: DatabaseLocation,
  { name, template }: Copied,
): Promise<void> {
  await withDatabase(location, async (db) => {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int as version`.execute(db);
    const strategy = (rows[0]?.version ?? 0) >= 150_000 ? 'strategy file_copy' : '';
    await sql.raw(`create database ${name} template ${template} ${strategy}`).execute(db);
  });
}

/** Drops a database whatever still uses it; autovacuum is the superuser's, whom nobody else may interrupt. */
export async function dropDatabase(location: DatabaseLocation, name: string): Promise<void> {
  const admin = 'connectionString' in location ? location : { ...location, user: adminRole };
  await withDatabase(admin, async (db) => {
    await sql.raw(`drop database ${name} with (force)`).execute(db);
  });
}

/** Another database of the server. */
export function at(location: DatabaseLocation, database: string): DatabaseLocation {
  if ('connectionString' in location) {
    const url = new URL(location.connectionString);
    url.pathname = `/${database}`;
    return { connectionString: url.href };
  }
  return { ...location, database };
}

/** DATABASE_URL of it, for a product that runs as a process of its own. */
export function toUrl(location: DatabaseLocation): string {
  if ('connectionString' in location) {
    return location.connectionString;
  }
  const { host, user, database } = location;
  const port = 'port' in location ? String(location.port) : '5432';
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

export async function withDatabase(
  location: DatabaseLocation,
  work: (db: ReturnType<typeof openDatabase>['db']) => Promise<void>,
): Promise<void> {
  const { db, close } = openDatabase(location, () => {});
  try {
    await work(db);
  } finally {
    await close();
  }
}

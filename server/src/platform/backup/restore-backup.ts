import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { from as copyFrom } from 'pg-copy-streams';
import type { OpenDatabase } from '../database.ts';
import { newestJobsMigration } from '../jobs/jobs-schema.ts';
import {
  finishMigrations,
  listKnownMigrations,
  migrateAppTo,
  migrateTo,
  withMigrationLock,
} from '../migrations.ts';
import type { Database, Transaction } from '../transaction.ts';
import { readRows } from './backup-file.ts';
import type { BackupHead, BackupSums, BackupTable } from './manifest.ts';
import { clearSchema, setAside } from './schema.ts';
import { inSession, type Session } from './session.ts';
import {
  copyRows,
  listMigrations,
  listOwnTables,
  lockTables,
  quoteColumns,
  quoteName,
} from './tables.ts';
import { verifyBackup } from './verify-backup.ts';

export interface RestoreParts extends Pick<OpenDatabase, 'db' | 'location'> {
  readonly secretKey: string;
  /** Folder of the migrations. */
  readonly migrations: string;
  /** Folder of those of the product on Hearth; undefined for Hearth alone. */
  readonly appMigrations?: string | undefined;
}

export interface Restored<After> {
  readonly head: BackupHead;
  readonly sums: BackupSums;
  /** Migrations that the backup had not seen yet. */
  readonly migrated: readonly string[];
  /** Tables of the backup that this version does not know, whose rows were left out. */
  readonly unknown: readonly string[];
  readonly after: After;
}

type AfterRows<After> = (tx: Transaction, head: BackupHead) => Promise<After>;

/**
 * Loads a backup into an empty database: checks file, key and schema, then writes everything in one transaction. A
 * Hearth started meanwhile waits, as for a migration.
 */
export async function restoreBackup<After>(
  file: string,
  parts: RestoreParts,
  after: AfterRows<After>,
): Promise<Restored<After>> {
  return await withMigrationLock(
    parts.db,
    (holder) => restoreAlone(file, { ...parts, holder }, after),
    requireNobody,
  );
}

/** With the connection that keeps others from starting. */
type AloneParts = RestoreParts & { readonly holder: Database };

async function restoreAlone<After>(
  file: string,
  parts: AloneParts,
  after: AfterRows<After>,
): Promise<Restored<After>> {
  const { db, location, secretKey, migrations: folder, holder } = parts;
  await requireNobody(holder);
  await requireEmpty(db);
  const { head, sums } = await verifyBackup(file, secretKey);
  await requireKnownSchema(head, folder, parts.appMigrations);
  await prepare(head, parts);
  return await inSession({ location, mode: 'change' }, async (session) => {
    const { tx } = session;
    const unknown = await load({ file, head, sums, holder }, session);
    const migrated = await finishMigrations(tx, folder);
    const result = await after(tx, head);
    // The planner knows nothing yet of the new rows.
    await sql`analyze`.execute(tx);
    return { head, sums, migrated, unknown, after: result };
  });
}

async function requireKnownSchema(
  head: BackupHead,
  folder: string,
  appFolder: string | undefined,
): Promise<void> {
  const isOlder =
    (await isBeginning(head.migrations, folder)) &&
    (appFolder === undefined || (await isBeginning(head.appMigrations ?? [], appFolder)));
  if (!isOlder || head.jobsMigration > (await newestJobsMigration())) {
    throw new Error(
      `The backup was made by another version of Hearth, ${head.version}, with a newer schema (${head.migrations.at(-1)}). Restore it with that version or a newer one.`,
    );
  }
}

/** Whether the names are the first of the folder's migrations. */
async function isBeginning(names: readonly string[], folder: string): Promise<boolean> {
  const known = await listKnownMigrations(folder);
  return names.every((name, place) => known[place] === name);
}

/** Gives the empty database the schema that the backup has. */
async function prepare(
  { migrations, appMigrations = [] }: BackupHead,
  { db, location, migrations: folder, appMigrations: appFolder, holder }: AloneParts,
): Promise<void> {
  const present = await listMigrations(db);
  const ofApp = await listMigrations(db, 'app');
  const isSame =
    present.at(-1) === migrations.at(-1) && ofApp.every((name) => appMigrations.includes(name));
  if (present.length > 0 && !isSame) {
    await db.transaction().execute(async (tx) => {
      await lockTables(tx, await listOwnTables(tx), 'access exclusive');
      await requireStillUnused(tx, holder);
      await clearSchema(tx);
    });
  }
  await migrateTo({ db, location }, { folder, name: migrations.at(-1) ?? '' });
  const newest = appMigrations.at(-1);
  if (appFolder !== undefined && newest !== undefined) {
    await migrateAppTo(location, { folder: appFolder, name: newest });
  }
}

/** A server that had migrated before the restore began may have gone on since then; the tables are locked now. */
async function requireStillUnused(tx: Transaction, holder: Database): Promise<void> {
  await requireNobody(holder);
  await requireEmpty(tx);
}

interface Loaded {
  readonly file: string;
  readonly head: BackupHead;
  readonly sums: BackupSums;
  readonly holder: Database;
}

/** Replaces the rows of all tables; answers the tables that are not here. */
async function load({ file, head, sums, holder }: Loaded, session: Session): Promise<string[]> {
  const { tx } = session;
  const here = new Map((await listOwnTables(tx)).map((table) => [table.name, table]));
  const wanted = head.tables.filter(({ name }) => here.has(name));
  const bringBack = await setAside(tx, [...here.keys()]);
  await requireStillUnused(tx, holder);
  await sql`truncate ${sql.raw([...here.keys()].map(quoteName).join(', '))}`.execute(tx);
  await copyIn(file, wanted, session);
  await bringBack();
  for (const { name, lastValue } of sums.sequences) {
    await sql`select setval(to_regclass(${quoteName(name)}), ${lastValue}::bigint)
      where to_regclass(${quoteName(name)}) is not null`.execute(tx);
  }
  for (const { name, columns } of wanted) {
    const { order = '' } = here.get(name) ?? {};
    await requireSame({ name, columns, order }, sums, session);
  }
  return head.tables.map(({ name }) => name).filter((name) => !here.has(name));
}

async function copyIn(
  file: string,
  tables: readonly BackupTable[],
  { client }: Session,
): Promise<void> {
  const pieces = readRows(file);
  let next = await pieces.next();
  async function* rowsOf(table: string): AsyncGenerator<Buffer> {
    for (; !next.done && next.value.table === table; next = await pieces.next()) {
      yield next.value.text;
    }
  }
  while (!next.done) {
    const { table } = next.value;
    const wanted = tables.find(({ name }) => name === table);
    if (wanted) {
      const text = `copy ${quoteName(table)} (${quoteColumns(wanted.columns)}) from stdin`;
      await pipeline(rowsOf(table), client.query(copyFrom(text)));
    } else {
      for await (const _ of rowsOf(table)) {
        // Rows of a table that is not here.
      }
    }
  }
}

/** Reads the table again as a backup would, and compares it with the one that was restored. */
async function requireSame(
  table: Parameters<typeof copyRows>[1],
  sums: BackupSums,
  session: Session,
): Promise<void> {
  const rows = copyRows(session, table);
  let next = await rows.next();
  while (!next.done) {
    next = await rows.next();
  }
  const found = next.value;
  const expected = sums.tables.find(({ name }) => name === table.name);
  if (found.rows !== expected?.rows || found.sha256 !== expected.sha256) {
    throw new Error(
      `The rows of ${table.name} are not the same after the restore: ${found.rows} rows with the checksum ${found.sha256} instead of ${expected?.rows} with ${expected?.sha256}. Nothing was restored.`,
    );
  }
}

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
async function requireEmpty(db: Database): Promise<void> {
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
async function requireNobody(db: Database): Promise<void> {
  const { rows } = await sql`
    select from pg_locks
    where locktype = 'advisory' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())
    limit 1`.execute(db);
  if (rows.length > 0) {
    throw new Error('A Hearth is running on this database. Stop it first; nothing was changed.');
  }
}

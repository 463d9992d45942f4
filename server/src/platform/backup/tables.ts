import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { to as copyTo } from 'pg-copy-streams';
import { ownSchemaList } from '../own-schemas.ts';
import type { Database, Transaction } from '../transaction.ts';
import type { BackupSums, TableSum } from './manifest.ts';
import type { Session } from './session.ts';

/** Migrations make these rows; the backup names them in its head. */
const bookkeeping = [
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'graphile_worker.migrations',
  'app.kysely_migration',
  'app.kysely_migration_lock',
];

/** A table as the database has it. */
export interface OwnTable {
  /** With its schema: `public.accounts`. */
  readonly name: string;
  /** Columns that are not computed, in their order. */
  readonly columns: readonly string[];
  /** Order of its rows in a backup, as SQL. */
  readonly order: string;
}

/** All tables with rows of the product, by name; none of an extension. */
export async function listOwnTables(db: Database): Promise<OwnTable[]> {
  const { rows } = await sql<OwnTable>`
    select n.nspname || '.' || c.relname as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      -- Another collation may sort another way, bytes do not. Without a key, the whole row is one.
      coalesce((
        select string_agg(quote_ident(a.attname) ||
          case when a.attcollation <> 0 then ' collate "C"' else '' end, ', ' order by key.place)
        from pg_index i
        cross join unnest(i.indkey::int[]) with ordinality key (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = key.attnum
        where i.indrelid = c.oid and i.indisprimary), quote_ident(c.relname) || '::text collate "C"') as order
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in (${ownSchemaList})
      and not exists (
        select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`.execute(db);
  return rows.filter(({ name }) => !bookkeeping.includes(name));
}

type LockMode = 'access share' | 'access exclusive';

/** Keeps the tables as they are made until the end of the transaction; rows may change in a shared access only. */
export async function lockTables(
  tx: Transaction,
  tables: readonly OwnTable[],
  mode: LockMode,
): Promise<void> {
  if (tables.length > 0) {
    const names = tables.map(({ name }) => quoteName(name)).join(', ');
    await sql`lock table ${sql.raw(names)} in ${sql.raw(mode)} mode`.execute(tx);
  }
}

/** Last values that the sequences gave; one that was never asked has none. */
export async function listSequences(db: Database): Promise<BackupSums['sequences']> {
  const { rows } = await sql<{ name: string; lastValue: string }>`
    select schemaname || '.' || sequencename as name, last_value::text as "lastValue" from pg_sequences
    where schemaname in (${ownSchemaList}) and last_value is not null order by 1`.execute(db);
  return rows;
}

/**
 * Names of the applied migrations in their order; none if there are no tables yet. Those of the product on Hearth are in
 * the schema `app`.
 */
export async function listMigrations(
  db: Database,
  schema: 'public' | 'app' = 'public',
): Promise<string[]> {
  const table = `${schema}.kysely_migration`;
  if (!(await isTable(db, table))) {
    return [];
  }
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export async function isTable(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${name}) is not null as found`.execute(db);
  return rows[0]?.found === true;
}

export async function readPostgresVersion(db: Database): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The name as SQL. */
export const quoteName = (name: string) => name.split('.').map(quoteOne).join('.');

const quoteOne = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const quoteColumns = (columns: readonly string[]) => columns.map(quoteOne).join(', ');

/** Reads a table's rows as text and sums them up; the pieces are for callers that need the text itself. */
export async function* copyRows(
  { client }: Pick<Session, 'client'>,
  { name, columns, order }: OwnTable,
): AsyncGenerator<Buffer, TableSum> {
  const hash = createHash('sha256');
  let bytes = 0;
  const text = `copy (select ${quoteColumns(columns)} from ${quoteName(name)} order by ${order}) to stdout`;
  const rows = client.query(copyTo(text));
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  return { name, rows: rows.rowCount, bytes, sha256: hash.digest('hex') };
}

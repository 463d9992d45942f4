import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Transaction } from '../../src/platform/transaction.ts';
import type { TestApp } from '../harness/test-app.ts';

/** The database itself refuses to remove their rows. */
const keptForEver = ['audit_events', 'operator_acts'];

const jobs = 'graphile_worker._private_jobs';

const copyOf = (table: string) => sql.id('backup', table.replace(/^.*\./, ''));

/** All rows of the product and its job queue, as they are at one instant. */
export async function backUp({ db }: TestApp): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`drop schema if exists backup cascade`.execute(tx);
      await sql`create schema backup`.execute(tx);
      for (const name of await listTables(tx)) {
        await sql`create table ${copyOf(name)} as table ${sql.table(name)}`.execute(tx);
      }
      await sql`create table ${copyOf(jobs)} as table ${sql.table(jobs)}`.execute(tx);
    });
}

/** Table after table in an order that foreign keys allow, found by trying. */
export async function restore({ db }: TestApp): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const names = await listTables(tx);
    await sql`truncate ${sql.join(names.map((name) => sql.table(name)))}`.execute(tx);
    await sql`delete from ${sql.table(jobs)}`.execute(tx);
    for (let left = names; left.length > 0; ) {
      const failed: string[] = [];
      for (const name of left) {
        await sql`savepoint one`.execute(tx);
        try {
          await copyBack(tx, name);
        } catch {
          await sql`rollback to savepoint one`.execute(tx);
          failed.push(name);
        }
      }
      expect(failed.length).toBeLessThan(left.length);
      left = failed;
    }
    // The processes that worked on them are gone.
    await sql`
      update ${copyOf(jobs)} set locked_at = null, locked_by = null, run_at = now()`.execute(tx);
    await copyBack(tx, jobs);
  });
}

async function listTables(tx: Transaction): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(tx);
  // Nothing is decided by what is kept.
  return rows.map(({ name }) => name).filter((name) => !keptForEver.includes(name));
}

async function copyBack(tx: Transaction, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass
      and attnum > 0 and not attisdropped and attgenerated = ''`.execute(tx);
  const columns = sql.join(rows.map((column) => sql.id(column.name)));
  await sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from ${copyOf(table)}`.execute(tx);
}

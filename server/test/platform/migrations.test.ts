import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { at, dropDatabase, withDatabase } from '../harness/postgres.ts';
import { findSlowStatements } from './slow-statements.ts';

const name = `hearth_migrations_${process.pid}`;
const shipped = join(import.meta.dirname, '../../migrations');
/** Migrations up to this one were written for databases that nobody used yet. */
const newestUnchecked = '0050';

describe('migrations beside a server that answers', () => {
  let database: OpenDatabase;
  let folder: string;
  beforeAll(async () => {
    const postgres = inject('postgres');
    await withDatabase(postgres, async (db) => {
      await sql.raw(`create database ${name}`).execute(db);
    });
    database = openDatabase(at(postgres, name), () => {});
    await migrate(database, shipped);
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearth-migrations-'));
    for (const file of await readdir(shipped)) {
      await add(file.slice(0, -'.sql'.length), await readFile(join(shipped, file), 'utf8'));
    }
  });
  afterEach(async () => {
    await sql`drop table if exists things`.execute(database.db);
    await sql`delete from kysely_migration where name like '9%'`.execute(database.db);
    await rm(folder, { recursive: true });
  });
  afterAll(async () => {
    await database.close();
    await dropDatabase(inject('postgres'), name);
  });

  const add = (migration: string, text: string) =>
    writeFile(join(folder, `${migration}.sql`), text);

  async function makeThings(): Promise<void> {
    await sql`create table things as select n from generate_series(1, 100) n`.execute(database.db);
  }

  async function isIndexValid(index: string): Promise<boolean | undefined> {
    const { rows } = await sql<{ valid: boolean }>`
      select indisvalid as valid from pg_index
      where indexrelid = to_regclass(${index})`.execute(database.db);
    return rows[0]?.valid;
  }

  it('let requests pass while a long statement keeps them from a table, and are applied after it', async () => {
    const { db } = database;
    await makeThings();
    await add('9001-wider', 'alter table things add column more text;');
    let migrating: Promise<string[]> | undefined;
    await db.transaction().execute(async (reader) => {
      await sql`select count(*) from things`.execute(reader);
      migrating = migrate(database, folder);
      await expect.poll(countWaiting).toBeGreaterThan(0);
      // It queues behind the migration, which never gets its turn while the reader is there.
      const { rows } = await sql<{ n: number }>`select n from things where n = 7`.execute(db);
      expect(rows).toEqual([{ n: 7 }]);
    });
    expect(await migrating).toEqual(['9001-wider']);
    await sql`select more from things`.execute(db);
  });

  async function countWaiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks where not granted`.execute(database.db);
    return rows[0]?.count ?? 0;
  }

  it('build an index while rows are written, and build one again that was interrupted', async () => {
    const { db } = database;
    await makeThings();
    await sql`insert into things values (7)`.execute(db);
    const build = sql`create unique index concurrently things_n on things (n)`;
    await expect(build.execute(db)).rejects.toThrow(/could not create unique index/);
    expect(await isIndexValid('things_n')).toBe(false);
    // Somebody else builds one at this moment, which looks the same.
    await expect(
      sql`create unique index concurrently things_of_operator on things (n)`.execute(db),
    ).rejects.toThrow(/could not create unique index/);
    await sql`delete from things where n = 7`.execute(db);
    await add(
      '9001-index.concurrent',
      'create unique index concurrently if not exists things_n on things (n);\ncreate index concurrently if not exists things_m on things (n);',
    );
    expect(await migrate(database, folder)).toEqual(['9001-index.concurrent']);
    expect(await isIndexValid('things_n')).toBe(true);
    expect(await isIndexValid('things_m')).toBe(true);
    expect(await isIndexValid('things_of_operator')).toBe(false);
    expect(await migrate(database, folder)).toEqual([]);
  });

  it('keep what was applied before one that fails', async () => {
    await add('9001-first', 'create table things (n int);');
    await add('9002-second', 'create table things (n int);');
    await expect(migrate(database, folder)).rejects.toThrow('Migration 9002-second failed.');
    await sql`select n from things`.execute(database.db);
    await add('9002-second', 'alter table things add column m int;');
    expect(await migrate(database, folder)).toEqual(['9002-second']);
  });

  it('that ship hold no lock for as long as a table is large', async () => {
    const files = (await readdir(shipped)).filter((file) => file > `${newestUnchecked}~`);
    for (const file of files) {
      const text = await readFile(join(shipped, file), 'utf8');
      expect(findSlowStatements(file, text), file).toEqual([]);
    }
  });

  it.each([
    ['create index a on accounts (b);', 'create index'],
    ['update accounts set a = 1;', 'update'],
    ['alter table accounts add constraint a check (b > 1);', 'add constraint'],
    ['alter table accounts alter column a set not null;', 'set not null'],
    ['alter table accounts alter column a type bigint;', 'type'],
    ['alter table accounts add column a timestamptz default clock_timestamp();', 'default'],
  ])('are found out: %s', (text, word) => {
    expect(findSlowStatements('9001-a.sql', text)).toEqual([expect.stringContaining(word)]);
  });

  it.each([
    ['9001-a.concurrent.sql', 'create index concurrently if not exists a on accounts (b);'],
    ['9001-a.sql', 'create table a (b int); create index c on a (b);'],
    ['9001-a.sql', 'alter table accounts add column a int not null default 0;'],
    ['9001-a.sql', 'alter table accounts add constraint a check (b > 1) not valid;'],
    ['9001-a.sql', "-- Rows are few: one for each provider.\nupdate account_rounds set a = 'x';"],
  ])('may say in %s: %s', (file, text) => {
    expect(findSlowStatements(file, text)).toEqual([]);
  });
});

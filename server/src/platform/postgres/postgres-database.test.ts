import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { testBinariesDir } from '../../../test/platform/embedded-postgres-program.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

async function query(connection: pg.ClientConfig, sql: string) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const isOwner = `select count(*) filter (where pg_get_userbyid(owner) <> 'hearth_app')::int as foreign_objects
  from (
    select relowner as owner from pg_class join pg_namespace n on n.oid = relnamespace
      where nspname in ('public', 'old')
    union all select proowner from pg_proc join pg_namespace n on n.oid = pronamespace
      where nspname in ('public', 'old') and proname not like '%trgm%' and proname not like '%similarity%'
        and proname not in ('set_limit', 'show_limit')
    union all select nspowner from pg_namespace where nspname = 'old'
    union all select datdba from pg_database where datname = 'hearth'
  ) owned`;

describe('the role of the program in the embedded PostgreSQL', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'hearth-role-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  async function start() {
    const postgres = await startEmbeddedPostgres({
      dataDir,
      binariesDir: testBinariesDir,
      settings: { fsync: 'off' },
      log: () => undefined,
    });
    onTestFinished(() => postgres.stop());
    return { ...postgres, admin: { ...postgres.connection, user: 'hearth' } };
  }

  it('is no superuser: it owns its database, and reaches nothing outside', async () => {
    const { connection } = await start();
    const [role] = await query(
      connection,
      `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
       from pg_roles where rolname = current_user`,
    );
    expect(new Set(Object.values(role))).toEqual(new Set([false]));
    for (const sql of [
      `select pg_read_file('/etc/passwd')`,
      `copy (select 1) to program 'true'`,
      `create role friend superuser`,
      `alter system set fsync = off`,
      `set session authorization hearth`,
      `load 'auto_explain'`,
    ]) {
      await expect(query(connection, sql), sql).rejects.toThrow(
        /permission denied|must be|not allowed/i,
      );
    }
    await query(connection, 'create schema own; create table own.things (id int)');
    await query(connection, 'drop schema own cascade');
  });

  it('gets what the superuser owned before there was such a role, once and whole', async () => {
    const { admin, stop } = await start();
    await query(
      admin,
      `alter database hearth owner to hearth;
       create extension pg_trgm;
       create schema old;
       create table public.kept (id int generated always as identity primary key, name text);
       insert into public.kept (name) values ('Ada');
       create table old."Odd name" (id serial primary key) partition by range (id);
       create view old.seen as select * from public.kept;
       create sequence old.counter;
       create type old.mood as enum ('good', 'bad');
       create type old.pair as (one int, two text);
       create domain old.positive as int check (value > 0);
       create function old.add(a int, b int) returns int language sql as 'select a + b';
       create procedure old.nothing() language sql as 'select 1'`,
    );
    await stop();

    const { connection, stop: stopAgain } = await start();
    expect(await query(connection, isOwner)).toEqual([{ foreign_objects: 0 }]);
    expect(await query(connection, 'select name from kept')).toEqual([{ name: 'Ada' }]);
    await query(
      connection,
      `insert into public.kept (name) values ('Bob');
       alter table public.kept add column age old.positive;
       alter type old.mood add value 'fair';
       alter type old.pair add attribute three int;
       drop function old.add(int, int)`,
    );
    await stopAgain();
    expect(await query((await start()).connection, isOwner)).toEqual([{ foreign_objects: 0 }]);
  });
});

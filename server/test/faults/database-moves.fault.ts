import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createApiKey } from '../../src/modules/keys/index.ts';
import { type DatabaseLocation, openDatabase } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';
import { adminRole } from '../../src/platform/postgres/postgres-database.ts';
import type { Database } from '../../src/platform/transaction.ts';
import { createEmptyDatabase } from '../backup/scene.ts';
import { requireProgram } from '../harness/debian-postgres.ts';
import { freePort } from '../harness/free-port.ts';
import { folders, startOther } from '../harness/other-postgres.ts';
import { at, toUrl, withDatabase } from '../harness/postgres.ts';
import { spawnProduct, untilReady } from '../harness/running-product.ts';
import { reportFault } from './report-fault.ts';

const debian = join(folders[15] ?? '', 'bin');
const migrations = join(import.meta.dirname, '../../migrations');
const secretKey = 'the key of a database that moves to another server';
const changes = 8;

let home: string;
beforeAll(async () => {
  requireProgram(`${debian}/initdb`, 'postgresql-15');
  home = await mkdtemp(join(tmpdir(), 'hearth-move-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** A server whose transaction numbers are far above those of a new one. */
async function spendTransactions(db: Database): Promise<void> {
  await sql`create procedure use_up() language plpgsql as $$
    begin for one in 1..100000 loop perform pg_current_xact_id(); commit; end loop; end $$`.execute(
    db,
  );
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`call use_up()`.execute(connection);
  });
  await sql`drop procedure use_up()`.execute(db);
}

/** Runs the product on the database; people sign up, and a program reads on. Answers the ids that it reads. */
async function live(location: DatabaseLocation, secret: string, after?: string): Promise<string[]> {
  const env = {
    DATABASE_URL: toUrl(location),
    SECRET_KEY: secretKey,
    HEARTH_MODE: 'local',
    API_KEY: 'public-key',
  };
  const product = spawnProduct({
    dataDir: await mkdtemp(join(home, 'data-')),
    port: await freePort(),
    env,
  });
  try {
    await untilReady(product);
    for (let made = 0; made < changes; made += 1) {
      const email = `person-${Date.now()}-${made}@example.com`;
      const answer = await fetch(`${product.origin}/v1/accounts:signUp?key=public-key`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'correct horse' }),
      });
      expect(answer.status, await answer.text()).toBe(200);
    }
    const ids: string[] = [];
    for (let next = after; ; next = ids.at(-1)) {
      const from = next === undefined ? '' : `&after=${next}`;
      const headers = { authorization: `Bearer ${secret}` };
      const url = `${product.origin}/server/v1/events?type=account.created&limit=5${from}`;
      const answer = await fetch(url, { headers });
      const { data } = (await answer.json()) as { data: { id: string }[] };
      if (data.length === 0) {
        return ids;
      }
      ids.push(...data.map(({ id }) => id));
    }
  } finally {
    await product.stop();
  }
}

async function prepare(location: DatabaseLocation): Promise<string> {
  const { db, close } = openDatabase(location, () => undefined);
  await spendTransactions(db);
  await migrate({ db, location }, migrations);
  const clock = { now: () => new Date() };
  const key = { name: 'reader', scopes: ['events:read'] as const, days: undefined };
  const { secret } = await createApiKey(key, { db, clock });
  await close();
  return secret;
}

async function readCounter(location: DatabaseLocation): Promise<number> {
  let counter = 0;
  await withDatabase(location, async (db) => {
    const { rows } = await sql<{
      counter: string;
    }>`select pg_current_xact_id()::text as counter`.execute(db);
    counter = Number(rows[0]?.counter);
  });
  return counter;
}

/** Moves the database by the work in the midst of a program's reading, and reports what it reads afterwards. */
async function expectReadOn(
  planted: string,
  [from, to]: readonly [DatabaseLocation, DatabaseLocation],
  move: () => Promise<void>,
): Promise<void> {
  const secret = await prepare(from);
  const before = await live(from, secret);
  expect(before).toHaveLength(changes);
  const counters = [await readCounter(from), await readCounter(to)];
  await move();
  const after = await live(to, secret, before.at(-1));
  const seen = `${after.length} of ${changes} new events listed; transaction numbers ${counters.join(' there, ')} here`;
  reportFault({ planted, seen, alarm: 'HearthEventListStill' });
  expect(counters[0]).toBeGreaterThan(counters[1] ?? 0);
  expect(after).toHaveLength(changes);
  expect(new Set([...before, ...after]).size).toBe(2 * changes);
}

describe('a database that moves to a server that counts fewer transactions', () => {
  it('by pg_dump, from PostgreSQL 15 to 18', async () => {
    const from = await startOther(15);
    try {
      const { host, user, database } = from.location;
      const place = await createEmptyDatabase();
      await expectReadOn(
        'pg_dump and pg_restore, PostgreSQL 15 to 18',
        [from.location, place.location],
        async () => {
          const file = join(host, 'dump');
          await from.run('pg_dump', ['-h', host, '-U', user, '-Fc', '-f', file, database]);
          const options = ['--no-owner', '--no-privileges', '--exit-on-error'];
          await promisify(execFile)(join(debian, 'pg_restore'), [
            ...options,
            '-d',
            place.url,
            file,
          ]);
        },
      );
    } finally {
      await from.stop();
    }
  });

  it('by logical replication, from PostgreSQL 18 to 18', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'hearth-move-from-'));
    const settings = { fsync: 'off', wal_level: 'logical' };
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
    try {
      const from = postgres.connection;
      const place = await createEmptyDatabase();
      const planted = 'logical replication, PostgreSQL 18 to 18';
      await expectReadOn(planted, [from, place.location], () => replicate(from, place.location));
    } finally {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

/** As docs/backup.md says: rows by a subscription, then the sequences, which it does not copy. */
async function replicate(from: DatabaseLocation, to: DatabaseLocation): Promise<void> {
  const source = openDatabase({ ...from, user: adminRole } as DatabaseLocation, () => undefined);
  const postgres = { ...inject('postgres'), user: adminRole } as DatabaseLocation;
  const database = 'database' in to ? to.database : '';
  const target = openDatabase(at(postgres, database), () => undefined);
  await migrate({ db: target.db, location: to }, migrations);
  const { rows } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'sandbox')`.execute(target.db);
  const names = rows.map(({ name }) => name).join(', ');
  // Rows of the audit refuse to be removed otherwise.
  await sql
    .raw(
      `set session_replication_role = replica; truncate ${names}; reset session_replication_role`,
    )
    .execute(target.db);
  await sql`create publication moved for tables in schema public, sandbox`.execute(source.db);
  const { host, user, port } = { port: 5432, ...from, user: adminRole } as {
    host: string;
    user: string;
    port: number;
  };
  await sql
    .raw(
      `create subscription moved connection 'host=${host} port=${port} user=${user} dbname=hearth' publication moved`,
    )
    .execute(target.db);
  const isCopied = sql<{
    done: boolean;
  }>`select bool_and(srsubstate = 'r') as done from pg_subscription_rel`;
  await expect.poll(async () => (await isCopied.execute(target.db)).rows[0]?.done).toBe(true);
  await sql`drop subscription moved`.execute(target.db);
  const { rows: sequences } = await sql<{ name: string; value: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value as value
    from pg_sequences where schemaname in ('public', 'sandbox') and last_value is not null`.execute(
    source.db,
  );
  for (const { name, value } of sequences) {
    await sql`select setval(${name}::regclass, ${value}::bigint)`.execute(target.db);
  }
  await source.close();
  await target.close();
}

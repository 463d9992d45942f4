import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, inject, it, type TestContext } from 'vitest';
import { isUnavailable, openDatabase, requireWrites } from '../../src/platform/database.ts';
import { openDatabaseProxy } from '../harness/database-proxy.ts';
import { at, dropDatabase, withDatabase } from '../harness/postgres.ts';

let databases = 0;

/** An empty database, reached through a proxy. */
async function openScene({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const name = `hearth_pool_${process.pid}_${databases++}`;
  await withDatabase(inject('postgres'), async (db) => {
    await sql.raw(`create database ${name}`).execute(db);
  });
  const proxy = await openDatabaseProxy(at(inject('postgres'), name));
  onTestFinished(async () => {
    await proxy.close();
    await dropDatabase(inject('postgres'), name);
  });
  const setReadOnly = (value: 'on' | 'off') =>
    withDatabase(inject('postgres'), async (db) => {
      await sql
        .raw(`alter database ${name} set default_transaction_read_only = ${value}`)
        .execute(db);
    });
  return { proxy, setReadOnly };
}

describe.concurrent('the pool', () => {
  it('lets a statement wait for its turn while others keep every connection busy', async ({
    onTestFinished,
  }) => {
    const { db, close } = openDatabase(inject('postgres'), () => {});
    onTestFinished(close);
    const busy = Array.from({ length: 10 }, () => sql`select pg_sleep(5.5)`.execute(db));
    const { rows } = await sql`select 1 as one`.execute(db);
    expect(rows).toEqual([{ one: 1 }]);
    await Promise.all(busy);
  });

  it('gives up after 5 seconds on a server that does not answer', async ({ onTestFinished }) => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const connectionString = `postgres://hearth@127.0.0.1:${port}/hearth`;
    const { db, close } = openDatabase({ connectionString }, () => {});
    onTestFinished(close);
    const startedAt = performance.now();
    const error = await sql`select 1`.execute(db).catch((reason: unknown) => reason);
    expect(isUnavailable(error), String(error)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });
});

describe.concurrent('a connection', () => {
  it('has its limits, which are set once it is open', async (context) => {
    const { proxy } = await openScene(context);
    const { db, close } = openDatabase(proxy.location, () => {});
    context.onTestFinished(close);
    const { rows } = await sql`
      select name, setting from pg_settings
      where name ~ '^(statement|lock|idle_in_transaction_session)_timeout$' order by name`.execute(
      db,
    );
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '30000' },
      { name: 'lock_timeout', setting: '10000' },
      { name: 'statement_timeout', setting: '15000' },
    ]);
  });

  it('is given up when the host vanishes under a statement, and the next one answers', async (context) => {
    const { proxy } = await openScene(context);
    const limits = { max: 1, statementMs: 1_000 };
    const { db, close } = openDatabase(proxy.location, () => {}, limits);
    context.onTestFinished(close);
    await sql`select 1`.execute(db);
    proxy.set('vanish');
    const error = await sql`select 1`.execute(db).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'ETIMEDOUT' });
    expect(isUnavailable(error)).toBe(true);
    proxy.set('open');
    await sql`select 1`.execute(db);
  });

  it('does not stay in the pool after it refused a write', async (context) => {
    const { proxy, setReadOnly } = await openScene(context);
    await setReadOnly('on');
    const { db, close } = openDatabase(proxy.location, () => {}, { max: 1 });
    context.onTestFinished(close);
    const write = () => sql`create table if not exists things ()`.execute(db);
    const error = await write().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: '25006' });
    expect(isUnavailable(error)).toBe(true);
    await expect(requireWrites(db)).rejects.toMatchObject({ code: '25006' });
    await setReadOnly('off');
    await write();
    await requireWrites(db);
  });

  it('goes to the server that takes writes if the address names several', async (context) => {
    const { proxy, setReadOnly } = await openScene(context);
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const url = new URL(proxy.location.connectionString);
    const two = url.href.replace(url.host, `127.0.0.1:${port},${url.host}`);
    const { db, close } = openDatabase({ connectionString: two }, () => {}, { max: 1 });
    context.onTestFinished(close);
    await sql`create table things ()`.execute(db);

    await setReadOnly('on');
    proxy.set('refuse');
    proxy.set('open');
    // The first loses the connection, the second its server, the third is told so.
    const errors: unknown[] = [];
    while (errors.length < 3) {
      await sql`select 1`.execute(db).catch((error: unknown) => errors.push(error));
    }
    expect(String(errors.at(-1))).toMatch(/No server of DATABASE_URL takes writes: 127\.0\.0\.1:/);
    expect(errors.every((error) => isUnavailable(error))).toBe(true);
    await setReadOnly('off');
    await sql`create table more_things ()`.execute(db);
  });
});

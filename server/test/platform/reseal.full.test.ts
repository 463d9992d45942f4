import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { reseal, sealedColumns } from '../../src/platform/reseal.ts';
import { unseal } from '../../src/platform/seal.ts';
import { enrollApp } from '../harness/authenticator.ts';
import { freePort } from '../harness/free-port.ts';
import { toUrl } from '../harness/postgres.ts';
import { spawnProduct, untilReady } from '../harness/running-product.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import {
  createOwnTestApp,
  findLocation,
  openSecondApp,
  type TestApp,
} from '../harness/test-app.ts';
import { createVerifiedPerson, sendOobCode } from '../harness/wire-client.ts';

const [from, to, foreign] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [
  string,
  string,
  string,
];

/** A product with a signing key, waiting mails, an authenticator app, and an endpoint with two secrets. */
async function openSealed(): Promise<TestApp> {
  const app = await createOwnTestApp({ env: { SECRET_KEY: from } });
  const { person } = await enrollApp(app, await createVerifiedPerson(app));
  const { email } = person;
  await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
  const { secret } = await makeKey(app);
  const body = { url: 'http://127.0.0.1:9/hook' };
  const { id } = (await callServer(app, 'POST /webhook-endpoints', { secret, body })).json();
  const rotated = await callServer(app, `POST /webhook-endpoints/${id}/rotate-secret`, { secret });
  expect(rotated.statusCode, rotated.body).toBe(200);
  return app;
}

/** What the key opens in each column; undefined for what it does not open. */
async function openAll({ db }: TestApp, secretKey: string) {
  const opened = sealedColumns.map(async ({ table, column, purpose }) => {
    const { rows } = await sql<{ sealed: Buffer }>`
      select ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} is not null order by id`.execute(db);
    expect(rows.length, column).toBeGreaterThan(0);
    return rows.map(({ sealed }) => {
      try {
        return unseal(sealed, { secretKey, purpose });
      } catch {
        return undefined;
      }
    });
  });
  return (await Promise.all(opened)).flat();
}

describe('another SECRET_KEY', () => {
  it('knows every column whose name says that it is sealed', async () => {
    const { db } = await createOwnTestApp({});
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like 'sealed%'`.execute(db);
    const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ name }) => name).sort()).toEqual(known.sort());
  });

  it('opens everything that the old one has sealed, and running it again changes nothing', async () => {
    const app = await openSealed();
    const before = await openAll(app, from);
    expect(before).not.toContain(undefined);
    expect(await reseal(app.db, { from, to })).toBe(before.length);
    expect(await openAll(app, to)).toEqual(before);
    expect(await openAll(app, from)).toEqual(before.map(() => undefined));
    expect(await reseal(app.db, { from, to })).toBe(0);
    expect(await openAll(app, to)).toEqual(before);
  });

  it('a wrong old key: is refused in a sentence, and nothing is changed', async () => {
    const app = await openSealed();
    const before = await openAll(app, from);
    await expect(reseal(app.db, { from: foreign, to })).rejects.toThrow(
      'Neither SECRET_KEY nor SECRET_KEY_OLD is the one that this database was set up with.',
    );
    expect(await openAll(app, from)).toEqual(before);
  });

  it('killed in the middle: leaves everything under the old key, and the next start does it', async () => {
    const app = await openSealed();
    const before = await openAll(app, from);
    const other = await openSecondApp(app);
    // It has sealed keys and mails anew, and waits for the endpoint.
    await other.db.transaction().execute(async (tx) => {
      await sql`select from webhook_endpoints for update`.execute(tx);
      const killed = reseal(app.db, { from, to }).catch((error: Error) => error);
      const kill = async () => {
        const { rows } = await sql<{ killed: boolean }>`
          select pg_terminate_backend(pid) as killed from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and query like '%webhook_endpoints%'`.execute(other.db);
        return rows.length;
      };
      await expect.poll(kill, { interval: 20 }).toBe(1);
      expect(await killed).toBeInstanceOf(Error);
    });
    expect(await openAll(app, from)).toEqual(before);
    expect(await reseal(app.db, { from, to })).toBe(before.length);
    expect(await openAll(app, to)).toEqual(before);
  });

  it('two that start together: seal everything once', async () => {
    const app = await openSealed();
    const before = await openAll(app, from);
    const counts = await Promise.all([reseal(app.db, { from, to }), reseal(app.db, { from, to })]);
    expect(counts.sort((one, two) => one - two)).toEqual([0, before.length]);
    expect(await openAll(app, to)).toEqual(before);
  });

  it('a start with both keys: says so, and later ones need the new key alone', async () => {
    const app = await openSealed();
    const sealed = await openAll(app, from);
    const DATABASE_URL = toUrl(await findLocation(app));
    const port = await freePort();
    const start = async (env: Record<string, string>) => {
      const { dataDir } = app.config;
      const product = spawnProduct({ dataDir, port, env: { DATABASE_URL, ...env } });
      onTestFinished(() => product.kill());
      await untilReady(product);
      await product.stop();
      return product.words();
    };
    await expect(start({ SECRET_KEY: to })).rejects.toThrow(
      'SECRET_KEY is not the one that this database was set up with',
    );
    expect(await start({ SECRET_KEY: to, SECRET_KEY_OLD: from })).toContain(
      `${sealed.length} secrets sealed anew under SECRET_KEY. Remove SECRET_KEY_OLD.`,
    );
    await start({ SECRET_KEY: to });
  });
});

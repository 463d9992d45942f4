import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { isUnavailable, openDatabase } from '../../src/platform/database.ts';

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

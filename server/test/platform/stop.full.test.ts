import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { toUrl } from '../harness/postgres.ts';
import { type RunningProduct, spawnProduct, untilReady } from '../harness/running-product.ts';
import { createTestApp, findLocation, type TestApp } from '../harness/test-app.ts';

const port = await freePort();
/** A container is killed after this. */
const longestStopMs = 10_000;
const account = { email: 'ada@example.com', password: 'correct horse' };

describe('SIGTERM', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'hearth-stop-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  /** A server as in an image, whose PostgreSQL is elsewhere, and an app that looks on at the same database. */
  async function start(more = {}): Promise<{ product: RunningProduct; app: TestApp }> {
    const app = await createTestApp();
    const SECRET_KEY = app.config.secretKey;
    const own = { DATABASE_URL: toUrl(await findLocation(app)), SECRET_KEY, RATE_LIMITS: 'off' };
    const env = { ...own, ...more };
    const product = spawnProduct({ dataDir, port, env });
    onTestFinished(async () => {
      await product.kill();
      await app.close();
    });
    await untilReady(product);
    return { product, app };
  }

  function openAgent(): Agent {
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    return agent;
  }

  /** Blocks every sign-up until it is let go. */
  async function lockAccounts({ db }: TestApp): Promise<() => Promise<void>> {
    const letGo = new AbortController();
    const locked = new AbortController();
    const held = db.transaction().execute(async (tx) => {
      await sql`lock table accounts in exclusive mode`.execute(tx);
      locked.abort();
      await sleep(60_000, undefined, letGo).catch(() => undefined);
    });
    await once(locked.signal, 'abort');
    return async () => {
      letGo.abort();
      await held;
    };
  }

  /** Longer than a stop takes; the wait for a lock ends sooner. */
  async function slowDownAccounts({ db }: TestApp): Promise<void> {
    await sql`
      create function wait() returns trigger language plpgsql as
      'begin perform pg_sleep(14); return new; end'`.execute(db);
    await sql`create trigger wait before insert on accounts for each row execute function wait()`.execute(
      db,
    );
  }

  /** Sent, and waiting for the database. */
  async function beginSignUp(agent: Agent): Promise<{ answered: Promise<IncomingMessage> }> {
    const headers = { 'content-type': 'application/json' };
    const path = '/v1/accounts:signUp?key=hearth-local';
    const asked = request({ port, path, agent, method: 'POST', headers });
    const answered = once(asked.end(JSON.stringify(account)), 'response').then(
      ([response]) => response as IncomingMessage,
    );
    answered.catch(() => undefined);
    await sleep(500);
    return { answered };
  }

  async function readBody(response: IncomingMessage): Promise<string> {
    return Buffer.concat(await response.toArray()).toString();
  }

  function stop({ process: child }: RunningProduct): Promise<{ code: number | null; ms: number }> {
    const began = performance.now();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    return ended.then(([code]) => ({ code, ms: performance.now() - began }));
  }

  it('stops immediately while only idle connections are open', async () => {
    const { product } = await start();
    const agent = openAgent();
    const asked = [1, 2, 3].map(() =>
      once(request({ port, path: '/healthz', agent }).end(), 'response'),
    );
    await Promise.all((await Promise.all(asked)).map(([response]) => readBody(response)));
    const { code, ms } = await stop(product);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(2_000);
  });

  it('with DRAIN_SECONDS: is not ready first, still serves and ends each connection, and then listens no more', async () => {
    const { product } = await start({ DRAIN_SECONDS: '4' });
    const agent = openAgent();
    const ask = async (path: string) => {
      const [response] = await once(request({ port, path, agent }).end(), 'response');
      const { statusCode, headers } = response as IncomingMessage;
      return { statusCode, headers, body: await readBody(response) };
    };
    expect((await ask('/readyz')).headers.connection).toBe('keep-alive');

    const stopped = stop(product);
    await expect.poll(async () => (await ask('/readyz')).statusCode).toBe(503);
    const unready = await ask('/readyz');
    expect(JSON.parse(unready.body).error.details).toEqual({ code: 'server/stopping' });
    expect(unready.headers).toMatchObject({ connection: 'close', 'retry-after': '5' });
    const served = await ask('/config.json');
    expect(served.statusCode).toBe(200);
    expect(served.headers.connection).toBe('close');

    const { code, ms } = await stopped;
    expect(code).toBe(0);
    expect(ms).toBeGreaterThan(4_000);
    await expect(ask('/healthz')).rejects.toThrow('ECONNREFUSED');
  });

  it('answers the request that is under way, takes no other, and stops then', async () => {
    const { product, app } = await start();
    const letGo = await lockAccounts(app);
    const { answered } = await beginSignUp(openAgent());
    const stopped = stop(product);
    await sleep(3_000);
    await expect(fetch(`${product.origin}/readyz`)).rejects.toThrow('fetch failed');
    await letGo();

    const response = await answered;

    expect(response.statusCode).toBe(200);
    expect(JSON.parse(await readBody(response)).email).toBe(account.email);
    const { code, ms } = await stopped;
    expect(code).toBe(0);
    expect(ms).toBeGreaterThan(3_000);
    expect(ms).toBeLessThan(5_000);
  });

  it('stops within ten seconds whatever a request waits for, and undoes what that request began', async () => {
    const { product, app } = await start();
    await slowDownAccounts(app);
    const { answered } = await beginSignUp(openAgent());
    const cutOff = expect(answered).rejects.toThrow('socket hang up');
    const { ms } = await stop(product);
    expect(ms).toBeGreaterThan(5_000);
    expect(ms).toBeLessThan(longestStopMs);
    await cutOff;
    expect((await sql`select 1 from accounts`.execute(app.db)).rows).toEqual([]);
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { type RunningProduct, spawnProduct, untilReady } from '../harness/running-product.ts';
import { newAddress } from '../harness/wire-client.ts';

const kills = process.env.HEARTH_LONG ? 20 : 3;
const port = await freePort();

/** One project each, since one person may make few projects and few changes. */
interface Writer {
  readonly idToken: string;
  readonly subscriptionId: string;
  /** Changes that were sent; the last of them is the project's name. */
  sent: number;
  /** The last of them that the server said 200 to. */
  acknowledged: number;
}

describe('kill -9 during writes', () => {
  let dataDir: string;
  let product: RunningProduct;
  const writers: Writer[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'hearth-kill-'));
    await start();
    for (let count = 0; count < 4; count += 1) {
      writers.push(await createWriter());
    }
  });
  afterAll(async () => {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it(`of the server ${kills} times loses no acknowledged write`, async () => {
    for (let round = 0; round < kills; round += 1) {
      await writeUntil(() => product.kill());
      await start();
      await expectEverything();
    }
  });

  it(`of PostgreSQL ${kills} times loses no acknowledged write, and the server goes on`, async () => {
    for (let round = 0; round < kills; round += 1) {
      await writeUntil(async () => process.kill(await postmasterId(), 'SIGKILL'));
      await untilReady(product);
      await expectEverything();
    }
    expect(product.process.exitCode).toBe(null);
  });

  it('of both at once loses nothing either', async () => {
    await writeUntil(async () => {
      const postmaster = await postmasterId();
      await product.kill();
      process.kill(postmaster, 'SIGKILL');
    });
    await start();
    await expectEverything();
  });

  async function start(): Promise<void> {
    product = spawnProduct({ dataDir, port });
    await untilReady(product);
  }

  async function postmasterId(): Promise<number> {
    const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
    return Number(pid);
  }

  async function createWriter(): Promise<Writer> {
    const { idToken } = await call('POST', '/v1/accounts:signUp?key=hearth-local', {
      body: { email: newAddress(), password: 'correct horse' },
    });
    const { data } = await call('POST', '/functions/us-central1/createSubscription', {
      idToken,
      body: { data: { planId: 'free' } },
    });
    return { idToken, subscriptionId: data.subscriptionId, sent: 0, acknowledged: 0 };
  }

  /** All of them write as fast as they can until the disaster has struck, at a moment that nobody chose. */
  async function writeUntil(disaster: () => Promise<unknown>): Promise<void> {
    let struck = false;
    const writing = writers.map(async (writer) => {
      while (!struck) {
        await write(writer).catch(() => sleep(10));
      }
    });
    const enough = acknowledged() + writers.length * 2;
    while (acknowledged() < enough) {
      await sleep(5);
    }
    await sleep(Math.random() * 200);
    await disaster();
    struck = true;
    await Promise.all(writing);
  }

  const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);

  async function write(writer: Writer): Promise<void> {
    writer.sent += 1;
    const { idToken, sent } = writer;
    const body = { settings: { name: `Change ${sent}` } };
    await call('PATCH', `/v1/subscriptions/${writer.subscriptionId}`, { idToken, body });
    writer.acknowledged = sent;
  }

  /** A change whose answer was lost may stand or not; one that was acknowledged stands. */
  async function expectEverything(): Promise<void> {
    for (const { idToken, subscriptionId, ...writer } of writers) {
      const { subscriptions } = await call('GET', '/v1/subscriptions', { idToken });
      expect(subscriptions.map(({ id }: { id: string }) => id)).toEqual([subscriptionId]);
      const standing = Number(subscriptions[0].settings.name.replace('Change ', ''));
      expect(standing).toBeGreaterThanOrEqual(writer.acknowledged);
      expect(standing).toBeLessThanOrEqual(writer.sent);
    }
  }

  async function call(
    method: string,
    path: string,
    { idToken, body }: { idToken?: string; body?: object },
    // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes, read by the test that asked.
  ): Promise<any> {
    const answer = await fetch(`${product.origin}${path}`, {
      method,
      headers: {
        ...(idToken && { authorization: `Bearer ${idToken}` }),
        'content-type': 'application/json',
        // Equal requests without keys would count as one.
        'idempotency-key': crypto.randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    if (!answer.ok) {
      throw new Error(await answer.text());
    }
    return await answer.json();
  }
}, 600_000);

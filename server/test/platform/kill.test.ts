import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { type RunningProduct, spawnProduct, untilReady } from '../harness/running-product.ts';
import { newAddress } from '../harness/wire-client.ts';

const kills = process.env.HEARTH_LONG ? 20 : 3;
const writers = 4;
const port = await freePort();

describe('kill -9 during writes', () => {
  let dataDir: string;
  let product: RunningProduct;
  let idToken: string;
  /** Name by subscription id, as far as the server said 200 to it. */
  const acknowledged = new Map<string, string>();

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'hearth-kill-'));
    await start();
    const answer = await fetch(`${product.origin}/v1/accounts:signUp?key=hearth-local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: newAddress(), password: 'correct horse' }),
    });
    ({ idToken } = (await answer.json()) as { idToken: string });
  });
  afterAll(async () => {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it(`of the server ${kills} times loses no acknowledged write`, async () => {
    for (let round = 0; round < kills; round += 1) {
      await writeUntil(async () => {
        await someWrites();
        await product.kill();
      });
      await start();
    }
    await expectEverything();
  });

  it(`of PostgreSQL ${kills} times loses no acknowledged write, and the server goes on`, async () => {
    for (let round = 0; round < kills; round += 1) {
      await writeUntil(async () => {
        await someWrites();
        process.kill(await postmasterId(), 'SIGKILL');
      });
      await untilReady(product);
    }
    expect(product.process.exitCode).toBe(null);
    await expectEverything();
  });

  it('of both at once loses nothing either', async () => {
    await writeUntil(async () => {
      await someWrites();
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

  /** The disaster strikes in full flight, at a moment that nobody chose. */
  async function someWrites(): Promise<void> {
    const enough = acknowledged.size + writers * 2;
    while (acknowledged.size < enough) {
      await sleep(5);
    }
    await sleep(Math.random() * 200);
  }

  /** Several clients write as fast as they can until the disaster has struck. */
  async function writeUntil(disaster: () => Promise<void>): Promise<void> {
    let struck = false;
    const clients = Array.from({ length: writers }, async (_, client) => {
      for (let count = 0; !struck; count += 1) {
        await writeOne(`client ${client}, write ${count}`).catch(() => sleep(10));
      }
    });
    await disaster();
    struck = true;
    await Promise.all(clients);
  }

  async function writeOne(name: string): Promise<void> {
    const created = await call('POST', '/functions/us-central1/createSubscription', {
      data: { planId: 'free' },
    });
    const { subscriptionId } = created.data;
    acknowledged.set(subscriptionId, '');
    await call('PATCH', `/v1/subscriptions/${subscriptionId}`, { settings: { name } });
    acknowledged.set(subscriptionId, name);
  }

  async function expectEverything(): Promise<void> {
    const { subscriptions } = await call('GET', '/v1/subscriptions');
    const names = new Map<string, string>();
    for (const { id, settings } of subscriptions) {
      names.set(id, settings.name ?? '');
    }
    const lost = [...acknowledged].filter(([id, name]) => name && names.get(id) !== name);
    const missing = [...acknowledged.keys()].filter((id) => !names.has(id));
    expect({ lost, missing }).toEqual({ lost: [], missing: [] });
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes, read by the test that asked.
  async function call(method: string, path: string, body?: object): Promise<any> {
    const answer = await fetch(`${product.origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${idToken}`,
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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createApiKey } from '../../src/modules/keys/index.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/migrations.ts';
import type { Database } from '../../src/platform/transaction.ts';
import { createEmptyDatabase } from '../backup/scene.ts';
import { freePort } from '../harness/free-port.ts';
import { toUrl } from '../harness/postgres.ts';
import { spawnProduct, untilReady } from '../harness/running-product.ts';
import { ok, type Receiver, startReceiver, withStatus } from '../harness/webhook-receiver.ts';
import { reportFault } from './report-fault.ts';

const migrations = join(import.meta.dirname, '../../migrations');
const events = 1_000;

interface Product {
  readonly db: Database;
  add(answer: Receiver['answer']): Promise<Receiver>;
}

async function startProduct(): Promise<Product> {
  const { location } = await createEmptyDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-fault-'));
  const { db, close } = openDatabase(location, () => undefined);
  await migrate({ db, location }, migrations);
  const clock = { now: () => new Date() };
  const scopes = ['webhooks:write', 'events:read'] as const;
  const { secret } = await createApiKey({ name: 'fault', scopes, days: undefined }, { db, clock });
  const env = { DATABASE_URL: toUrl(location), HEARTH_MODE: 'local' };
  const product = spawnProduct({ dataDir, port: await freePort(), env });
  onTestFinished(async () => {
    await product.stop();
    await close();
    await rm(dataDir, { recursive: true, force: true });
  });
  await untilReady(product);
  return {
    db,
    async add(answer) {
      const receiver = await startReceiver();
      receiver.answer = answer;
      const made = await fetch(`${product.origin}/server/v1/webhook-endpoints`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        body: JSON.stringify({ url: receiver.url, types: ['account.created'] }),
      });
      expect(made.status, await made.text()).toBe(200);
      return receiver;
    },
  };
}

/** Deliveries a second to the endpoint, the middle one of five bursts; counted from the first that arrives, so that only the sending counts. */
async function measure(product: Product, receiver: Receiver): Promise<number> {
  const rates: number[] = [];
  for (let burst = 0; burst < 5; burst += 1) {
    rates.push(await measureBurst(product, receiver));
  }
  return rates.sort((one, other) => one - other)[2] ?? 0;
}

async function measureBurst({ db }: Product, { received }: Receiver): Promise<number> {
  const before = received.length;
  await sql`
    insert into events (type, subject_id, data, created_at)
    select 'account.created', 'nobody', '{}', now() from generate_series(1, ${events})`.execute(db);
  const arrived = () => received.length - before;
  const until = (count: number) =>
    expect.poll(arrived, { interval: 5, timeout: 300_000 }).toBeGreaterThanOrEqual(count);
  await until(1);
  const [first, startedMs] = [arrived(), performance.now()];
  await until(events);
  return Math.round((events - first) / ((performance.now() - startedMs) / 1_000));
}

const afterMs = (ms: number) => (response: Parameters<Receiver['answer']>[0]) =>
  void sleep(ms).then(() => ok(response));

const cases: readonly [string, number, Receiver['answer']][] = [
  ['one webhook endpoint answers 500', 1, withStatus(500)],
  ['three webhook endpoints answer 500', 3, withStatus(500)],
  ['three webhook endpoints never answer', 3, () => undefined],
  ['three webhook endpoints answer after five seconds', 3, afterMs(5_000)],
];

it.each(cases)('%s: another one gets its events as before', async (planted, count, answer) => {
  const product = await startProduct();
  // As one that does some work; one that answers immediately is as fast as this machine has processor left.
  const other = await product.add(afterMs(50));
  const alone = await measure(product, other);
  for (let added = 0; added < count; added += 1) {
    await product.add(answer);
  }
  const beside = await measure(product, other);
  const seen = `another one got ${alone} deliveries a second before, ${beside} beside`;
  reportFault({ planted, seen, alarm: 'HearthWebhooksFailing' });
  expect(beside).toBeGreaterThan(0.9 * alone);
});

it('a webhook endpoint that takes 200 ms: gets what it answers', async () => {
  const product = await startProduct();
  const slow = await product.add(afterMs(200));
  const rate = await measure(product, slow);
  reportFault({
    planted: 'a webhook endpoint takes 200 ms',
    seen: `${rate} deliveries a second`,
    alarm: null,
  });
  expect(rate).toBeGreaterThan(20);
});

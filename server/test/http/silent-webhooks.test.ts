import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import { type Receiver, startReceiver } from '../harness/webhook-receiver.ts';
import { createPerson } from '../harness/wire-client.ts';

const people = 8;

async function openApp() {
  const app = await createOwnTestApp({ logger: false, env: { PORT: String(await freePort()) } });
  const { secret } = await makeKey(app);
  const add = async (url: string) => {
    const body = { url, types: ['account.created'] };
    const made = await callServer(app, 'POST /webhook-endpoints', { secret, body });
    expect(made.statusCode, made.body).toBe(200);
  };
  return { app, add };
}

async function startSilent(): Promise<Receiver> {
  const silent = await startReceiver();
  silent.answer = () => undefined;
  return silent;
}

async function createPeople(app: TestApp): Promise<void> {
  for (let count = 0; count < people; count += 1) {
    await createPerson(app);
  }
}

async function writeEvents({ db }: TestApp, count: number): Promise<void> {
  await sql`
    insert into events (type, subject_id, data, created_at)
    select 'account.created', 'nobody', '{}', now() from generate_series(1, ${count}::int)`.execute(
    db,
  );
}

it('an endpoint that never answers delays no other one, however many events wait for it', async () => {
  const { app, add } = await openApp();
  const [silent, other] = [await startSilent(), await startReceiver()];
  await add(silent.url);
  await createPeople(app);
  await add(other.url);
  await createPerson(app);
  await app.app.listen();
  await expect.poll(() => other.received.length, { timeout: 8_000 }).toBe(1);
  // Two queues, each with a delivery that waits for its answer.
  expect(silent.received.length).toBeLessThanOrEqual(2);
});

it('several endpoints that never answer: delay no other one once they have failed', async () => {
  const { app, add } = await openApp();
  // Each has two queues, so three hold all six slots with their first attempts.
  const silent = await Promise.all(Array.from({ length: 3 }, startSilent));
  const other = await startReceiver();
  for (const { url } of silent) {
    await add(url);
  }
  await writeEvents(app, 60);
  await app.app.listen();
  const failing = sql`select from webhook_endpoints where failing_since is not null`;
  await expect
    .poll(async () => (await failing.execute(app.db)).rows.length, { timeout: 30_000 })
    .toBe(silent.length);
  await add(other.url);
  await writeEvents(app, 2);
  await expect.poll(() => other.received.length, { timeout: 9_000 }).toBe(2);
});

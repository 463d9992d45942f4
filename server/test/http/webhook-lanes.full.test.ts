import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import { ok, type Receiver, startReceiver, withStatus } from '../harness/webhook-receiver.ts';
import { expectRefusal } from '../harness/wire-client.ts';

async function openApp(env: Record<string, string> = {}) {
  const app = await createOwnTestApp({
    logger: false,
    env: { PORT: String(await freePort()), ...env },
  });
  const { secret } = await makeKey(app);
  const call = (line: Parameters<typeof callServer>[1], body?: object) =>
    callServer(app, line, { secret, ...(body && { body }) });
  const add = async (url: string): Promise<string> => {
    const made = await call('POST /webhook-endpoints', { url, types: ['account.created'] });
    expect(made.statusCode, made.body).toBe(200);
    return made.json().id;
  };
  return { app, call, add };
}

async function startWith(answer: Receiver['answer']): Promise<Receiver> {
  const receiver = await startReceiver();
  receiver.answer = answer;
  return receiver;
}

async function writeEvents({ db }: Pick<TestApp, 'db'>, count: number): Promise<void> {
  await sql`
    insert into events (type, subject_id, data, created_at)
    select 'account.created', 'nobody', '{}', now() from generate_series(1, ${count}::int)`.execute(
    db,
  );
}

async function countAttempts({ db }: Pick<TestApp, 'db'>, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(attempts)::int as count from webhook_deliveries where endpoint_id = ${id}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

it('endpoints that never answer: another one does not wait until their attempts have ended', async () => {
  const { app, add } = await openApp();
  const silent = await Promise.all([1, 2, 3].map(() => startWith(() => undefined)));
  const ids = await Promise.all(silent.map(({ url }) => add(url)));
  const other = await startReceiver();
  await add(other.url);
  await writeEvents(app, 10);
  await app.app.listen();
  await expect.poll(() => other.received.length, { timeout: 60_000, interval: 20 }).toBe(10);
  const ended = await Promise.all(ids.map((id) => countAttempts(app, id)));
  // Six slots for all would have been theirs until then.
  expect(ended.reduce((sum, count) => sum + count, 0)).toBeLessThan(6);
});

it('an endpoint that fails: is tried one by one after some failures, however much waits for it', async () => {
  const { app, add } = await openApp();
  const failing = await startWith(withStatus(500));
  await add(failing.url);
  const other = await startReceiver();
  await add(other.url);
  await writeEvents(app, 300);
  await app.app.listen();
  await expect.poll(() => other.received.length, { timeout: 60_000, interval: 20 }).toBe(300);
  // Those that were under way at the first failures, and few more.
  expect(failing.received.length).toBeLessThan(60);
  failing.answer = ok;
  await sql`update webhook_endpoints set paused_until = null`.execute(app.db);
  await app.app.runDue();
  const waiting = sql`select from webhook_deliveries where attempts = 0`;
  await expect
    .poll(async () => (await waiting.execute(app.db)).rows.length, { timeout: 60_000 })
    .toBe(0);
});

it('a slow endpoint: gets as many at a time as WEBHOOK_CONCURRENCY says, and the next with each answer', async () => {
  const { app, add } = await openApp({ WEBHOOK_CONCURRENCY: '7' });
  const held: ServerResponse[] = [];
  const slow = await startWith((response) => void held.push(response));
  await add(slow.url);
  await writeEvents(app, 30);
  await app.app.listen();
  await expect.poll(() => held.length).toBe(7);
  for (let answered = 0; answered < 23; answered += 1) {
    ok(held[answered] ?? expect.fail());
    await expect.poll(() => held.length, { interval: 10 }).toBe(8 + answered);
  }
  for (const response of held.slice(23)) {
    ok(response);
  }
});

it('a process that died in the midst of sending: its deliveries are sent by another one', async () => {
  const { app, add } = await openApp();
  const receiver = await startReceiver();
  const id = await add(receiver.url);
  await writeEvents(app, 3);
  await sql`
    update webhook_deliveries set claimed_until = now() + interval '1 hour' where endpoint_id = ${id}`.execute(
    app.db,
  );
  await app.app.runJobs();
  expect(receiver.received).toHaveLength(0);
  await sql`update webhook_deliveries set claimed_until = now()`.execute(app.db);
  await app.app.runDue();
  await app.app.runJobs();
  expect(receiver.received).toHaveLength(3);
});

it('more deliveries than may wait: get none any more, which the endpoint says, and are sent by a replay', async () => {
  const { app, call, add } = await openApp();
  const id = await add((await startReceiver()).url);
  // Nothing is sent here.
  await sql`update webhook_endpoints set paused_until = now() + interval '1 day'`.execute(app.db);
  const since = app.clock.now().toISOString();
  const read = async () => (await call('GET /webhook-endpoints')).json().data[0];
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from webhook_deliveries`.execute(app.db);
    return rows[0]?.count ?? 0;
  };
  const deliver = (most: number) => sql`
    update webhook_deliveries set status = 'delivered', due_at = null
    where id in (select id from webhook_deliveries where status = 'waiting' order by id limit ${most})`;
  for (let written = 0; written < 10_500; written += 500) {
    await writeEvents(app, 500);
  }
  expect(await count()).toBeGreaterThanOrEqual(10_000);
  expect(await count()).toBeLessThanOrEqual(10_050);
  const full = await read();
  expect([full.full_since, full.missed_since]).toEqual([expect.any(String), full.full_since]);
  const path = `POST /webhook-endpoints/${id}/replay` as const;
  expectRefusal(await call(path, { since }), 'webhook/endpoint-full');

  await deliver(6_000).execute(app.db);
  await app.app.runDue();
  expect(await read()).toMatchObject({ full_since: null, missed_since: full.missed_since });
  let missed: string | null = full.missed_since;
  while (missed !== null) {
    const { next_since: next } = (await call(path, { since: missed })).json();
    missed = next;
    expect((await read()).missed_since).toBe(next);
  }
  expect(await count()).toBe(10_500);
});

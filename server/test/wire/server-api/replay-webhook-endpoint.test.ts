import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam } from '../../harness/factories.ts';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { startReceiver } from '../../harness/webhook-receiver.ts';
import { expectRefusal } from '../../harness/wire-client.ts';

describe('replayWebhookEndpoint', () => {
  let app: TestApp;
  let secret: string;
  beforeAll(async () => {
    app = await createTestApp();
    ({ secret } = await makeKey(app));
  });
  afterAll(() => app.close());

  const call = (line: Parameters<typeof callServer>[1], body?: object, headers = {}) =>
    callServer(app, line, { secret, headers, ...(body && { body }) });

  async function create(body: object = {}): Promise<{ id: string; secret: string }> {
    const answer = await call('POST /webhook-endpoints', {
      url: 'https://example.com/hook',
      ...body,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }

  it('sends what the endpoint wants since then, also from before it was there', async () => {
    const receiver = await startReceiver();
    await createTeam(app);
    app.clock.advance(60_000);
    const since = app.clock.now().toISOString();
    const { id } = await create({ url: receiver.url, types: ['account.created'] });
    const path = `POST /webhook-endpoints/${id}/replay` as const;
    const old = new Date(app.clock.now().getTime() - 3_600_000).toISOString();
    expect((await call(path, { since: old })).json()).toEqual({
      deliveries: 1,
      next_since: null,
    });
    await app.app.runJobs();
    expect(receiver.received).toHaveLength(1);
    expect((await call(path, { since })).json().deliveries).toBe(0);
  });

  it('more events than one request takes: sends the oldest, and says where to go on', async () => {
    const since = '2020-01-01T00:00:00.000Z';
    await sql`
      insert into events (type, subject_id, data, created_at)
      select 'account.deleted', n::text, '{}', ${since}::timestamptz + n * interval '1 s'
      from generate_series(1, 1020) n`.execute(app.db);
    const { id } = await create({ types: ['account.deleted'] });
    const path = `POST /webhook-endpoints/${id}/replay` as const;
    const first = (await call(path, { since })).json();
    expect(first).toEqual({ deliveries: 1_000, next_since: '2020-01-01T00:16:41.000Z' });
    const rest = (await call(path, { since: first.next_since })).json();
    expect(rest).toEqual({ deliveries: 20, next_since: null });
  });

  it('refuses an instant that is none', async () => {
    const { id } = await create();
    const answer = await call(`POST /webhook-endpoints/${id}/replay`, { since: 'yesterday' });
    expectRefusal(answer, 'request/invalid');
  });

  it('refuses one that is off with webhook/endpoint-off, and an unknown one with webhook/unknown-endpoint', async () => {
    const { id } = await create();
    await call(`PATCH /webhook-endpoints/${id}`, { state: 'off' });
    const body = { since: app.clock.now().toISOString() };
    expectRefusal(await call(`POST /webhook-endpoints/${id}/replay`, body), 'webhook/endpoint-off');
    const unknown = await call('POST /webhook-endpoints/nothing/replay', body);
    expectRefusal(unknown, 'webhook/unknown-endpoint');
  });

  it('refuses one that is full with webhook/endpoint-full, until it is not', async () => {
    const { id } = await create();
    const replay = () =>
      call(`POST /webhook-endpoints/${id}/replay`, { since: app.clock.now().toISOString() });
    await sql`update webhook_endpoints set full_since = now() where id = ${id}`.execute(app.db);
    expectRefusal(await replay(), 'webhook/endpoint-full');
    await sql`update webhook_endpoints set full_since = null where id = ${id}`.execute(app.db);
    expect((await replay()).statusCode).toBe(200);
  });
});

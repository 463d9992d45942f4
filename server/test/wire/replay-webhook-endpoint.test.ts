import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam } from '../harness/factories.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { startReceiver } from '../harness/webhook-receiver.ts';
import { expectRefusal } from '../harness/wire-client.ts';

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
    expect((await call(path, { since: old })).json()).toEqual({ deliveries: 1 });
    await app.app.runJobs();
    expect(receiver.received).toHaveLength(1);
    expect((await call(path, { since })).json()).toEqual({ deliveries: 0 });
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
});

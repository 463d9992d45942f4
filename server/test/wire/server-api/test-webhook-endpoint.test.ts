import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { startReceiver } from '../../harness/webhook-receiver.ts';
import { expectRefusal } from '../../harness/wire-client.ts';

describe('testWebhookEndpoint', () => {
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

  it('sends a test to this endpoint alone', async () => {
    const [receiver, other] = [await startReceiver(), await startReceiver()];
    const { id } = await create({ url: receiver.url, types: ['invoice.paid'] });
    await create({ url: other.url });
    const answer = await call(`POST /webhook-endpoints/${id}/test`);
    expect(answer.statusCode, answer.body).toBe(200);
    await app.app.runJobs();
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { id: answer.json().event_id, type: 'webhook.test', data: { endpoint_id: id } },
    ]);
    expect(other.received).toEqual([]);
  });

  it('refuses one that is off with webhook/endpoint-off', async () => {
    const { id } = await create();
    await call(`PATCH /webhook-endpoints/${id}`, { state: 'off' });
    expectRefusal(await call(`POST /webhook-endpoints/${id}/test`), 'webhook/endpoint-off');
  });

  it('refuses an unknown one with webhook/unknown-endpoint', async () => {
    const answer = await call('POST /webhook-endpoints/nothing/test');
    expectRefusal(answer, 'webhook/unknown-endpoint');
  });
});

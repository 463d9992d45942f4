import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam } from '../../harness/factories.ts';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { startReceiver, withStatus } from '../../harness/webhook-receiver.ts';
import { expectRefusal } from '../../harness/wire-client.ts';

describe('listWebhookDeliveries', () => {
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

  it('lists them newest first, page by page and by status', async () => {
    const receiver = await startReceiver();
    const { id } = await create({ url: receiver.url });
    await createTeam(app);
    const list = async (query = '') =>
      (await call(`GET /webhook-endpoints/${id}/deliveries${query}`)).json();
    const { data } = await list();
    expect(data).toHaveLength(3);
    expect(data[0]).toEqual({
      id: expect.any(String),
      event_id: expect.stringMatching(/^evt_/),
      type: 'member.added',
      status: 'waiting',
      attempts: 0,
      last_attempt: null,
      next_attempt: null,
    });
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(data);
    expect(second.next_cursor).toBeNull();

    receiver.answer = withStatus(500);
    await app.app.runJobs();
    expect((await list('?status=delivered')).data).toEqual([]);
    const failed = (await list('?status=waiting')).data;
    expect(failed).toHaveLength(3);
    expect(failed[0]).toMatchObject({
      attempts: 1,
      last_attempt: { status: 500, answer: 'no', ms: expect.any(Number) },
      next_attempt: expect.any(String),
    });
  });

  it('refuses an unknown one with webhook/unknown-endpoint, and a cursor that is none', async () => {
    const unknown = await call('GET /webhook-endpoints/nothing/deliveries');
    expectRefusal(unknown, 'webhook/unknown-endpoint');
    const { id } = await create();
    const answer = await call(`GET /webhook-endpoints/${id}/deliveries?cursor=x`);
    expectRefusal(answer, 'request/invalid');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam } from '../../harness/factories.ts';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { startReceiver } from '../../harness/webhook-receiver.ts';
import { expectRefusal } from '../../harness/wire-client.ts';

describe('redeliverEvent', () => {
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

  it('sends an event again, to all that want it or to one of them', async () => {
    const [one, other] = [await startReceiver(), await startReceiver()];
    const { id } = await create({ url: one.url, types: ['account.created'] });
    await create({ url: other.url, types: ['account.created'] });
    await create({ url: other.url, types: ['invoice.paid'] });
    await createTeam(app);
    await app.app.runJobs();
    const [sent] = one.received.map(({ body }) => JSON.parse(body));
    const again = await call(`POST /events/${sent.id}/redeliver`, {});
    expect(again.json()).toEqual({ deliveries: 2 });
    const alone = await call(`POST /events/${sent.id}/redeliver`, { endpoint_id: id });
    expect(alone.json()).toEqual({ deliveries: 1 });
    await app.app.runJobs();
    expect(one.received.map(({ body }) => JSON.parse(body).id)).toEqual([sent.id, sent.id]);
    expect(other.received).toHaveLength(2);
  });

  it('refuses an unknown event with event/unknown, and an unknown endpoint with webhook/unknown-endpoint', async () => {
    expectRefusal(await call('POST /events/nothing/redeliver', {}), 'event/unknown');
    const { data } = (await call('GET /events?limit=1')).json();
    const body = { endpoint_id: 'nothing' };
    const answer = await call(`POST /events/${data[0].id}/redeliver`, body);
    expectRefusal(answer, 'webhook/unknown-endpoint');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam } from '../../harness/factories.ts';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { expectRefusal } from '../../harness/wire-client.ts';

describe('deleteWebhookEndpoint', () => {
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

  it('removes it with what waits for it', async () => {
    const { id } = await create();
    await createTeam(app);
    const answer = await call(`DELETE /webhook-endpoints/${id}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect((await call('GET /webhook-endpoints')).json()).toEqual({ data: [] });
    await app.app.runJobs();
  });

  it('refuses an unknown one with webhook/unknown-endpoint', async () => {
    const { id } = await create();
    await call(`DELETE /webhook-endpoints/${id}`);
    expectRefusal(await call(`DELETE /webhook-endpoints/${id}`), 'webhook/unknown-endpoint');
  });
});

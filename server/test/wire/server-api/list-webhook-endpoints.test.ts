import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';

describe('listWebhookEndpoints', () => {
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

  it('lists them, oldest first, without their secrets', async () => {
    expect((await call('GET /webhook-endpoints')).json()).toEqual({ data: [] });
    const first = await create({ description: 'first' });
    app.clock.advance(1_000);
    const second = await create({ types: ['member.added'] });
    const { secret: _first, ...one } = first;
    const { secret: _second, ...other } = second;
    expect((await call('GET /webhook-endpoints')).json()).toEqual({ data: [one, other] });
  });
});

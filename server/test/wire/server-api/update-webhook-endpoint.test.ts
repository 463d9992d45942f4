import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { expectRefusal } from '../../harness/wire-client.ts';

describe('updateWebhookEndpoint', () => {
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

  it('changes what is given and keeps the rest', async () => {
    const { id, secret: _secret, ...before } = await create({ types: ['member.added'] });
    const answer = await call(`PATCH /webhook-endpoints/${id}`, { description: 'backend' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ id, ...before, description: 'backend' });
    const url = 'https://example.org/other';
    const moved = await call(`PATCH /webhook-endpoints/${id}`, { url, types: [] });
    expect(moved.json()).toMatchObject({ url, types: [], description: 'backend' });
  });

  it('turns it off and on again', async () => {
    const { id } = await create();
    const off = await call(`PATCH /webhook-endpoints/${id}`, { state: 'off' });
    expect(off.json()).toMatchObject({ state: 'off', off_reason: 'operator' });
    const on = await call(`PATCH /webhook-endpoints/${id}`, { state: 'on' });
    expect(on.json()).toMatchObject({ state: 'on', off_reason: null });
  });

  it('refuses an address inside with webhook/address-refused, and keeps the one before', async () => {
    const { id } = await create();
    const answer = await call(`PATCH /webhook-endpoints/${id}`, { url: 'http://10.0.0.7/' });
    expectRefusal(answer, 'webhook/address-refused');
    expect((await call('GET /webhook-endpoints')).body).not.toContain('10.0.0.7');
  });

  it('refuses an unknown one with webhook/unknown-endpoint', async () => {
    const answer = await call('PATCH /webhook-endpoints/nothing', { state: 'off' });
    expect(answer.statusCode).toBe(404);
    expectRefusal(answer, 'webhook/unknown-endpoint');
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { expectRefusal } from '../../harness/wire-client.ts';

describe('rotateWebhookSecret', () => {
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

  it('answers a new secret', async () => {
    const endpoint = await create();
    const answer = await call(`POST /webhook-endpoints/${endpoint.id}/rotate-secret`);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().secret).toMatch(/^whsec_/);
    expect(answer.json().secret).not.toBe(endpoint.secret);
  });

  it('a request that is repeated with its idempotency key: answers the same secret, and the old one still signs', async () => {
    const endpoint = await create();
    const path = `POST /webhook-endpoints/${endpoint.id}/rotate-secret` as const;
    const sealed = sql<{ sealed: Buffer }>`
      select sealed_old_secret as sealed from webhook_endpoints where id = ${endpoint.id}`;
    const headers = { 'idempotency-key': 'rotation' };
    const first = await call(path, undefined, headers);
    const { rows: before } = await sealed.execute(app.db);
    const repeated = await call(path, undefined, headers);
    expect(repeated.json()).toEqual(first.json());
    expect((await sealed.execute(app.db)).rows).toEqual(before);
    const another = await call(path, undefined, { 'idempotency-key': 'next' });
    expect(another.json()).not.toEqual(first.json());
  });

  it('refuses an unknown one with webhook/unknown-endpoint', async () => {
    const answer = await call('POST /webhook-endpoints/nothing/rotate-secret');
    expectRefusal(answer, 'webhook/unknown-endpoint');
  });
});

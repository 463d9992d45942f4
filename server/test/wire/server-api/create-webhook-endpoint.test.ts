import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import { expectRefusal } from '../../harness/wire-client.ts';

describe('createWebhookEndpoint', () => {
  let app: TestApp;
  let secret: string;
  beforeAll(async () => {
    app = await createTestApp();
    ({ secret } = await makeKey(app));
  });
  afterAll(() => app.close());

  const call = (line: Parameters<typeof callServer>[1], body?: object, headers = {}) =>
    callServer(app, line, { secret, headers, ...(body && { body }) });

  const create = (body: object, headers = {}) => call('POST /webhook-endpoints', body, headers);
  const url = 'https://example.com/hook';

  it('adds an endpoint that gets all events, and shows its secret once', async () => {
    const answer = await create({ url });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({
      id: expect.stringMatching(/^we_\w{20}$/),
      url,
      description: '',
      types: [],
      state: 'on',
      off_reason: null,
      failing_since: null,
      full_since: null,
      missed_since: null,
      create_time: expect.any(String),
      secret: expect.stringMatching(/^whsec_/),
    });
    expect((await call('GET /webhook-endpoints')).body).not.toContain('whsec_');
  });

  it('makes one endpoint of a request that is repeated with its idempotency key', async () => {
    const headers = { 'idempotency-key': 'first-endpoint' };
    const body = { url, types: ['account.created', 'account.created'], description: 'backend' };
    const [one, other] = await Promise.all([create(body, headers), create(body, headers)]);
    expect(one?.json().types).toEqual(['account.created']);
    expect(other?.body).toBe(one?.body);
    const reused = await create({ ...body, description: 'other' }, headers);
    expectRefusal(reused, 'billing/key-reused');
    const foreign = await makeKey(app);
    const ofAnother = await callServer(app, 'POST /webhook-endpoints', {
      secret: foreign.secret,
      body,
      headers,
    });
    expect(ofAnother.json().id).not.toBe(one?.json().id);
  });

  it.each([
    'http://example.com/hook',
    'https://127.0.0.1:1/hook'.replace('127.0.0.1', '10.0.0.7'),
    'https://192.168.1.4/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1%25eth0]/',
    'https://[fe80::1]/',
    'https://[::ffff:10.0.0.7]/',
    'https://0x0a000007/',
    'https://user:password@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'nonsense',
    '',
  ])('refuses the address %s with webhook/address-refused', async (address) => {
    const answer = await create({ url: address });
    expect(answer.statusCode).toBe(400);
    expectRefusal(answer, 'webhook/address-refused');
  });

  it('takes this machine in local mode, and named private hosts everywhere', async () => {
    const own = await createOwnTestApp({ env: { WEBHOOK_ALLOWED_HOSTS: 'backend, 10.0.0.7' } });
    const key = await makeKey(own);
    const statusOf = async (address: string) => {
      const options = { secret: key.secret, body: { url: address } };
      return (await callServer(own, 'POST /webhook-endpoints', options)).statusCode;
    };
    for (const address of ['http://localhost:8080/', 'http://[::1]:8080/', 'http://127.0.0.2/']) {
      expect(await statusOf(address), address).toBe(200);
    }
    for (const address of ['http://backend:8080/', 'http://10.0.0.7/', 'https://10.0.0.7/']) {
      expect(await statusOf(address), address).toBe(200);
    }
    expect(await statusOf('http://10.0.0.8/')).toBe(400);
    expect(await statusOf('http://backend.example.com/')).toBe(400);
  });

  it.each([
    {},
    { url, types: ['account.moved'] },
    { url, description: 'x'.repeat(201) },
    { url: 7 },
  ])('refuses %j', async (body) => {
    expectRefusal(await create(body), 'request/invalid');
  });

  it('takes 20 endpoints, and refuses one more with webhook/too-many-endpoints', async () => {
    await sql`delete from webhook_endpoints`.execute(app.db);
    const made = await Promise.all(Array.from({ length: 22 }, () => create({ url })));
    const statuses = made.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expectRefusal(await create({ url }), 'webhook/too-many-endpoints');
  });
});

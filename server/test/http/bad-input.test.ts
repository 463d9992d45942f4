import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createPerson,
  document,
  expectIdentityRefusal,
  expectRefusal,
  identity,
  type Person,
} from '../harness/wire-client.ts';

const signUp = '/v1/accounts:signUp';
const create = '/functions/us-central1/createSubscription';
const megabyte = JSON.stringify({ data: 'x'.repeat(1_048_576) });

describe('bad input', () => {
  let app: TestApp;
  let ada: Person;
  let before: unknown;

  beforeAll(async () => {
    app = await createTestApp();
    ada = await createPerson(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    before = await countRows();
  });
  afterEach(async () => {
    expect(await countRows()).toEqual(before);
  });

  const post = (url: string, payload: string, contentType = 'application/json') =>
    app.server.inject({ method: 'POST', url, payload, headers: { 'content-type': contentType } });

  const key = () => `?key=${app.config.apiKey}`;

  describe.each(['{', 'nonsense', '', '{"__proto__":{}}'])('the body %j', (payload) => {
    it('is refused by every dialect', async () => {
      const answer = await post(`${signUp}${key()}`, payload);
      expect(answer.statusCode).toBe(400);
      expectIdentityRefusal(answer, 'request/invalid-json');
      expectRefusal(await post(create, payload), 'request/invalid-json');
    });
  });

  it.each(['null', '7', '"x"', '[]'])(
    'refuses the JSON %s, which is no object',
    async (payload) => {
      expectIdentityRefusal(await post(`${signUp}${key()}`, payload), 'request/invalid');
      const { idToken } = ada;
      const answer = await app.server.inject({
        method: 'POST',
        url: create,
        payload,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
      });
      expectRefusal(answer, 'request/invalid');
    },
  );

  it('reads a body that is nested deeper than the stack without a 500', async () => {
    const nested = `{"tenantId":${'['.repeat(32_000)}${']'.repeat(32_000)}}`;
    const answer = await post(`${signUp}${key()}`, nested);
    expectIdentityRefusal(answer, 'auth/admin-restricted-operation');
    expectRefusal(await post(create, nested), 'request/invalid');
  });

  it('refuses a body of a megabyte', async () => {
    expect((await post(`${signUp}${key()}`, megabyte)).statusCode).toBe(413);
    expectIdentityRefusal(await post(`${signUp}${key()}`, megabyte), 'request/too-large');
    expectRefusal(await post(create, megabyte), 'request/too-large');
  });

  it('refuses content types that a foreign form could send', async () => {
    const answer = await post(`${signUp}${key()}`, '{}', 'text/plain');
    expectIdentityRefusal(answer, 'request/unsupported-content-type');
    expectRefusal(await post(create, '{}', 'text/plain'), 'request/unsupported-content-type');
  });

  it.each([
    [{ email: 7, password: 'secret' }],
    [{ email: 'a@example.com', password: ['secret'] }],
    [{ email: 'a@example.com', password: 'sec\u0000ret' }],
  ])('refuses wrong types and text that cannot be stored: %j', async (body) => {
    const answer = await identity(app, signUp, body);
    expect(answer.statusCode).toBe(400);
    expectIdentityRefusal(answer, 'request/invalid');
  });

  it('refuses unknown fields of callables and documents', async () => {
    const { idToken, uid } = ada;
    const data = { planId: 'free', admin: true };
    expectRefusal(await callable(app, 'createSubscription', { data, idToken }), 'request/invalid');
    const body = { display_name: 'Ada', email_verified: true };
    const answer = await document(app, `PATCH /v1/users/${uid}`, { body, idToken });
    expectRefusal(answer, 'request/invalid');
  });

  it.each(['/%ff', '/v1/users/%ff', '/v1/accounts:signUp%ff', '/functions/us-central1/%ff'])(
    'answers %s with JSON and no 500',
    async (url) => {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await app.server.inject({ method, url });
        expect(answer.statusCode).toBe(404);
        expect(answer.json().error.details).toEqual({ code: 'request/unknown-path' });
      }
    },
  );

  it.each([
    ['GET', '/v1/nothing'],
    ['POST', '/functions/us-central1/dropEverything'],
    ['POST', '/functions/europe-west1/createSubscription'],
    ['GET', '/v1/subscriptions/a/b/c'],
    ['DELETE', '/nothing'],
  ] as const)('answers %s %s as unknown', async (method, url) => {
    const answer = await app.server.inject({ method, url });
    expect(answer.statusCode).toBe(404);
    expectRefusal(answer, 'request/unknown-path');
  });

  it('answers unknown identity paths in the identity dialect', async () => {
    for (const url of ['/v1/accounts:nothing', '/identitytoolkit.googleapis.com/v1/nothing']) {
      const answer = await app.server.inject({ method: 'POST', url: `${url}${key()}` });
      expect(answer.statusCode).toBe(404);
      expectIdentityRefusal(answer, 'request/unknown-path');
    }
  });

  it('says 405 if another method would be right', async () => {
    const get = await app.server.inject({ method: 'GET', url: `${signUp}${key()}` });
    expect(get.statusCode).toBe(405);
    expectIdentityRefusal(get, 'request/wrong-method');
    expect(get.headers.allow).toBe('POST');
    const remove = await app.server.inject({ method: 'DELETE', url: '/v1/users/someone' });
    expect(remove.statusCode).toBe(405);
    expectRefusal(remove, 'request/wrong-method');
    expect((await app.server.inject({ method: 'GET', url: create })).statusCode).toBe(405);
  });

  it('asks for the API key', async () => {
    expectIdentityRefusal(await post(signUp, '{}'), 'request/missing-api-key');
    expect((await post(signUp, '{}')).statusCode).toBe(403);
    const wrong = await post(`${signUp}?key=wrong`, '{}');
    expect(wrong.statusCode).toBe(400);
    expectIdentityRefusal(wrong, 'request/invalid-api-key');
    expectIdentityRefusal(await post(`${signUp}?key=a&key=b`, '{}'), 'request/invalid-api-key');
  });

  describe('tokens', () => {
    const claims = () => ({ sub: ada.uid, sid: 'session', user_id: ada.uid });

    async function expectRefusedEverywhere(idToken: string): Promise<void> {
      const url = `/v1/users/${ada.uid}`;
      const answer = await document(app, `GET ${url}`, { idToken });
      expect(answer.statusCode).toBe(401);
      expect(answer.json().error.status).toBe('UNAUTHENTICATED');
      const data = { planId: 'free' };
      expect((await callable(app, 'createSubscription', { data, idToken })).statusCode).toBe(401);
      const looked = await identity(app, '/v1/accounts:lookup', { idToken });
      expect(looked.statusCode).toBe(400);
      expectIdentityRefusal(looked, 'auth/invalid-id-token');
    }

    it('refuses an unsigned token', async () => {
      const { publicUrl } = app.config;
      await expectRefusedEverywhere(
        new UnsecuredJWT(claims())
          .setIssuer(publicUrl)
          .setAudience('hearth')
          .setExpirationTime('1h')
          .encode(),
      );
    });

    it('refuses a token that another key signed under our key’s name', async () => {
      const { keys } = (await document(app, 'GET /.well-known/jwks.json')).json();
      const { privateKey } = await generateKeyPair('ES256');
      await expectRefusedEverywhere(
        await new SignJWT(claims())
          .setProtectedHeader({ alg: 'ES256', kid: keys[0].kid })
          .setIssuer(app.config.publicUrl)
          .setAudience('hearth')
          .setExpirationTime('1h')
          .sign(privateKey),
      );
    });

    it('refuses the public key used as a shared secret', async () => {
      const { keys } = (await document(app, 'GET /.well-known/jwks.json')).json();
      await expectRefusedEverywhere(
        await new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256', kid: keys[0].kid })
          .setIssuer(app.config.publicUrl)
          .setAudience('hearth')
          .setExpirationTime('1h')
          .sign(new TextEncoder().encode(JSON.stringify(keys[0]))),
      );
    });

    it('refuses a token of another installation, and of another project', async () => {
      const other = await createOwnTestApp({});
      await expectRefusedEverywhere((await createPerson(other)).idToken);
      const product = { projectId: 'elsewhere' };
      const foreign = await createOwnTestApp({ product });
      await expectRefusedEverywhere((await createPerson(foreign)).idToken);
    });

    it('refuses a tampered token', async () => {
      const [head, , signature] = ada.idToken.split('.');
      const forged = Buffer.from(JSON.stringify({ ...claims(), exp: 9e9 })).toString('base64url');
      await expectRefusedEverywhere(`${head}.${forged}.${signature}`);
    });

    it('refuses an expired token, also one that was verified before', async () => {
      const { uid, idToken } = ada;
      expect((await document(app, `GET /v1/users/${uid}`, { idToken })).statusCode).toBe(200);
      app.clock.advance(3_601_000);
      const late = await document(app, `GET /v1/users/${uid}`, { idToken });
      expectRefusal(late, 'auth/token-expired');
      const looked = await identity(app, '/v1/accounts:lookup', { idToken });
      expectIdentityRefusal(looked, 'auth/token-expired');
    });

    it('refuses an Authorization header that is no bearer token', async () => {
      for (const authorization of ['Basic eDp5', 'Bearer', 'Bearer a b', 'nonsense']) {
        const answer = await app.server.inject({
          url: '/v1/subscriptions',
          headers: { authorization },
        });
        expect(answer.statusCode).toBe(401);
        expectRefusal(answer, 'auth/invalid-id-token');
      }
    });
  });

  async function countRows(): Promise<unknown> {
    const { rows } = await sql`
      select (select count(*) from accounts) accounts, (select count(*) from sessions) sessions,
        (select count(*) from subscriptions) subscriptions,
        (select count(*) from audit_events) audit_events`.execute(app.db);
    return rows;
  }
});

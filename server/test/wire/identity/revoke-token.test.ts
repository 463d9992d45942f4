import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import { createPerson, expectIdentityRefusal, identity } from '../../harness/wire-client.ts';

const path = '/v2/accounts:revokeToken';
const apple = { providerId: 'apple.com', tokenType: 'ACCESS_TOKEN', token: 'of-apple' };

/** Starts as much of Apple as revocation needs; answers the forms that it was sent. */
async function startApple(status = 200) {
  const forms: Record<string, string>[] = [];
  const server = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`;
    const revocation_endpoint = `${issuer}/auth/revoke`;
    const metadata = { issuer, revocation_endpoint, jwks_uri: `${issuer}/keys` };
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const isRevocation = request.url === '/auth/revoke';
      if (isRevocation) {
        forms.push(Object.fromEntries(new URLSearchParams(body)));
      }
      response.writeHead(isRevocation ? status : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isRevocation ? { error: 'invalid_request' } : metadata));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, forms };
}

function createAppleApp({ config }: TestApp, issuer: string): Promise<TestApp> {
  const socialProviders = { ...config.product.socialProviders, apple: true };
  return createOwnTestApp({
    env: { APPLE_CLIENT_ID: 'hearth-client', APPLE_CLIENT_SECRET: 'a-secret' },
    product: { socialProviders },
    issuers: { apple: issuer },
  });
}

describe('revokeToken', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it.each([path, '/v1/accounts:revokeToken'])('takes the token back at Apple: %s', async (path) => {
    const { issuer, forms } = await startApple();
    const own = await createAppleApp(app, issuer);
    const { idToken } = await createPerson(own);
    const answer = await identity(own, path, { ...apple, idToken });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({});
    expect(forms).toEqual([
      {
        token: 'of-apple',
        token_type_hint: 'access_token',
        client_id: 'hearth-client',
        client_secret: 'a-secret',
      },
    ]);
    const lookup = await identity(own, '/v1/accounts:lookup', { idToken });
    expect(lookup.statusCode).toBe(200);
  });

  it('answers auth/invalid-provider-answer when Apple does not know the token', async () => {
    const { issuer } = await startApple(400);
    const own = await createAppleApp(app, issuer);
    const { idToken } = await createPerson(own);
    const answer = await identity(own, path, { ...apple, idToken });
    expectIdentityRefusal(answer, 'auth/invalid-provider-answer');
  });

  it('answers auth/provider-unavailable when Apple is away', async () => {
    const own = await createAppleApp(app, 'http://127.0.0.1:9');
    const { idToken } = await createPerson(own);
    const answer = await identity(own, path, { ...apple, idToken });
    expectIdentityRefusal(answer, 'auth/provider-unavailable');
  });

  it.each([
    ['auth/provider-not-enabled', 'apple.com'],
    ['auth/invalid-provider-id', 'google.com'],
    ['auth/invalid-provider-id', 'example.com'],
  ] as const)('refuses with %s for %s', async (code, providerId) => {
    const { idToken } = await createPerson(app);
    const answer = await identity(app, path, { ...apple, providerId, idToken });
    expectIdentityRefusal(answer, code);
  });

  it('wants somebody signed in', async () => {
    expectIdentityRefusal(await identity(app, path, apple), 'auth/missing-id-token');
  });
});

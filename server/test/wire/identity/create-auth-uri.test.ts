import { socialProviderIds } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  cookieIdentity,
  createPerson,
  expectIdentityRefusal,
  identity,
} from '../../harness/wire-client.ts';
import { openBrowser } from '../../identity/social-browser.ts';

const path = '/v1/accounts:createAuthUri';
const allOff = {
  google: false,
  microsoft: false,
  facebook: false,
  playGames: false,
  gameCenter: false,
  apple: false,
  github: false,
  twitter: false,
  yahoo: false,
};

describe('createAuthUri', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('leads to the provider, and leaves the secret in a cookie of this browser', async () => {
    const continueUri = `${app.config.publicUrl}/auth/callback`;
    const answer = await cookieIdentity(app, {
      path,
      body: { providerId: 'google.com', continueUri },
    });
    expect(answer.statusCode).toBe(200);
    const { kind, providerId, authUri, sessionId } = answer.json();
    expect({ kind, providerId }).toEqual({
      kind: 'identitytoolkit#CreateAuthUriResponse',
      providerId: 'google.com',
    });
    expect(sessionId).toBeUndefined();
    expect(answer.cookies).toEqual([
      expect.objectContaining({
        name: 'hearth-social',
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
      }),
    ]);
    expect(answer.cookies[0]).not.toHaveProperty('secure');
    expect(authUri).not.toContain(answer.cookies[0]?.value);
    expect(new URL(authUri).searchParams.get('state')).toMatch(/^[\w-]{43}$/);
  });

  it('hands the secret to clients without cookies, and keeps hashes only', async () => {
    const answer = await identity(app, path, { providerId: 'google.com' });
    const { sessionId, authUri } = answer.json();
    expect(sessionId).toMatch(/^[\w-]{43}$/);
    const { rows } = await sql<{ row: string }>`
      select row_to_json(flow)::text as row from social_flows flow`.execute(app.db);
    const kept = rows.map(({ row }) => row).join();
    expect(kept).toContain('google.com');
    expect(kept).not.toContain(sessionId);
    expect(kept).not.toContain(new URL(authUri).searchParams.get('state'));
  });

  it('lets two windows of one browser sign in at once', async () => {
    const browser = openBrowser(app);
    const one = await browser.begin();
    const secret = browser.cookies.get('hearth-social');
    const other = await browser.begin();
    expect(browser.cookies.get('hearth-social')).toBe(secret);
    expect(new URL(one).searchParams.get('state')).not.toBe(
      new URL(other).searchParams.get('state'),
    );
  });

  it('takes no secret that a client made up', async () => {
    const answer = await identity(app, path, { providerId: 'google.com', sessionId: '1234' });
    expect(answer.json().sessionId).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    ['auth/invalid-provider-id', { providerId: 'example.com' }],
    ['auth/missing-identifier', {}],
    ['auth/missing-continue-uri', { identifier: 'nobody@example.com' }],
    ['auth/invalid-continue-uri', { identifier: 'nobody@example.com', continueUri: 'nowhere' }],
    ['auth/provider-not-enabled', { providerId: 'github.com' }],
    ['auth/provider-on-devices-only', { providerId: socialProviderIds.playGames }],
    ['auth/provider-on-devices-only', { providerId: socialProviderIds.gameCenter }],
    ['auth/invalid-continue-uri', { providerId: 'google.com', continueUri: 'auth/callback' }],
    [
      'auth/unauthorized-continue-uri',
      { providerId: 'google.com', continueUri: 'https://evil.example/auth/callback' },
    ],
    ['auth/invalid-identifier', { identifier: 'nobody', continueUri: 'http://localhost' }],
  ] as const)('refuses with %s', async (code, body) => {
    expectIdentityRefusal(await identity(app, path, body), code);
  });

  it('refuses a linking 6 minutes after the sign-in with auth/requires-recent-login', async () => {
    const { idToken } = await createPerson(app);
    const body = { providerId: 'google.com', idToken };
    expect((await identity(app, path, body)).statusCode).toBe(200);
    app.clock.advance(6 * 60_000);
    expectIdentityRefusal(await identity(app, path, body), 'auth/requires-recent-login');
  });

  it('has no provider that is on without keys', async () => {
    const bare = await createOwnTestApp({
      product: { socialProviders: { ...allOff, github: true } },
    });
    const answer = await identity(bare, path, { providerId: 'github.com' });
    expectIdentityRefusal(answer, 'auth/provider-not-enabled');
    const google = await identity(bare, path, { providerId: 'google.com' });
    expectIdentityRefusal(google, 'auth/provider-not-enabled');
  });

  it('answers auth/provider-unavailable when the provider is away', async () => {
    const away = await createOwnTestApp({
      env: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' },
      issuers: { google: 'http://127.0.0.1:9' },
    });
    const answer = await identity(away, path, { providerId: 'google.com' });
    expectIdentityRefusal(answer, 'auth/provider-unavailable');
  });

  it('answers auth/too-many-requests to a network that asks on and on', async () => {
    const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    const ask = () => identity(limited, path, { providerId: 'google.com' });
    const answers = await Promise.all(Array.from({ length: 110 }, ask));
    const refused = answers.filter((answer) => answer.statusCode !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(10);
    for (const answer of refused) {
      expectIdentityRefusal(answer, 'auth/too-many-requests');
    }
  });

  it('tells how an address signs in only if addresses are not protected', async () => {
    const { email } = await createPerson(app);
    // SDKs of phones say this, which is not a site of ours; nothing ever leads there.
    const continueUri = 'http://www.google.com/';
    const sessionId = expect.stringMatching(/^[\w-]{43}$/);
    const closed = await identity(app, path, { identifier: email, continueUri });
    expect(closed.json()).toEqual({ kind: 'identitytoolkit#CreateAuthUriResponse', sessionId });

    const open = await createOwnTestApp({ product: { emailEnumerationProtection: false } });
    const person = await createPerson(open);
    const known = await identity(open, path, { identifier: person.email, continueUri });
    const methods = ['password'];
    expect(known.json()).toMatchObject({
      sessionId,
      registered: true,
      allProviders: methods,
      signinMethods: methods,
    });
    const unknown = await identity(open, path, { identifier: 'nobody@example.com', continueUri });
    expect(unknown.json()).toMatchObject({ registered: false, signinMethods: [] });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  type Answer,
  cookieIdentity,
  createPerson,
  document,
  expectIdentityRefusal,
  expectRefusal,
  identity,
  identityWith,
  newAddress,
} from '../harness/wire-client.ts';

const name = 'hearth-session';

describe('cookie sessions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function signUp() {
    const body = { email: newAddress(), password: 'correct horse' };
    const answer = await cookieIdentity(app, { path: '/v1/accounts:signUp', body });
    return { answer, cookie: cookieHeader(answer), ...answer.json() };
  }

  const refresh = (cookie: string) =>
    cookieIdentity(app, { path: '/v1/token', body: { grant_type: 'refresh_token' }, cookie });

  it.each([
    ['http://localhost:3000', '', {}],
    ['http://127.0.0.1:3000', '', {}],
    ['http://[::1]:3000', '', {}],
    ['https://hearth.example', '__Host-', { secure: true }],
  ])(
    'keep the refresh token of %s in a cookie that scripts and other sites cannot use',
    async (publicUrl, prefix, secure) => {
      const site = await createOwnTestApp({ env: { PUBLIC_URL: publicUrl, HEARTH_MODE: 'local' } });
      const body = { email: newAddress(), password: 'correct horse' };
      const answer = await cookieIdentity(site, { path: '/v1/accounts:signUp', body });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).not.toHaveProperty('refreshToken');
      const attributes = { path: '/', httpOnly: true, sameSite: 'Strict', maxAge: 31_536_000 };
      const value = expect.stringMatching(/^[\w-]{43}$/);
      // Safari drops Secure cookies of http://localhost.
      expect(answer.cookies).toEqual([
        { name: `${prefix}hearth-session`, value, ...attributes, ...secure },
        { name: `${prefix}hearth-device`, value, ...attributes, ...secure },
      ]);
      const cookie = cookieHeader(answer);
      const ended = await cookieIdentity(site, {
        path: '/v1/accounts:signOut',
        body: { idToken: answer.json().idToken },
        cookie,
      });
      expect(ended.cookies).toMatchObject([
        { name: `${prefix}hearth-session`, maxAge: 0, ...secure },
      ]);
    },
  );

  it('do not know the cookie that this machine was given before, so that the person signs in again', async () => {
    const { cookie } = await signUp();
    const before = cookie.replace('hearth-session', '__Host-hearth-session');
    const alone = await refresh(before);
    expect(alone.statusCode).toBe(200);
    expect(alone.json()).not.toHaveProperty('access_token');
    const again = await refresh(`${before}; ${cookie}`);
    expect(again.json()).toHaveProperty('access_token');
  });

  it('are refreshed by the cookie, and never show their refresh token', async () => {
    const { cookie, localId } = await signUp();
    const answer = await refresh(cookie);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ user_id: localId });
    expect(answer.json()).not.toHaveProperty('refresh_token');
    const secret = cookie.split('=')[1];
    expect(answer.body).not.toContain(secret);
  });

  it('cannot be turned into a session with a readable refresh token', async () => {
    const { cookie } = await signUp();
    const body = { grant_type: 'refresh_token', refresh_token: cookie.split('=')[1] };
    expectIdentityRefusal(await identity(app, '/v1/token', body), 'auth/invalid-refresh-token');
    const bearer = await createPerson(app);
    const swapped = await refresh(`${name}=${bearer.refreshToken}`);
    expectIdentityRefusal(swapped, 'auth/invalid-refresh-token');
  });

  it('answer without a cookie that nobody is signed in, which is no error', async () => {
    const answer = await refresh('');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ signed_in: false });
  });

  it('end at sign-out, also when the ID token is too old to name them', async () => {
    const { cookie, idToken, localId } = await signUp();
    const answer = await cookieIdentity(app, { path: '/v1/accounts:signOut', body: {}, cookie });
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies).toMatchObject([{ name, value: '', maxAge: 0 }]);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expectIdentityRefusal(await refresh(cookie), 'auth/token-expired');
    expectRefusal(
      await document(app, `GET /v1/users/${localId}`, { idToken }),
      'auth/token-expired',
    );
  });

  it('write the cookie at sign-in only, so that a late refresh undoes nothing', async () => {
    const { cookie } = await signUp();
    expect((await refresh(cookie)).cookies).toEqual([]);
    await cookieIdentity(app, { path: '/v1/accounts:signOut', body: {}, cookie });
    expect((await refresh(cookie)).cookies).toEqual([]);
  });

  it('end when another sign-in takes their cookie', async () => {
    const { cookie } = await signUp();
    const { email, password } = await createPerson(app);
    const path = '/v1/accounts:signInWithPassword';
    const body = { email, password };
    const next = await cookieIdentity(app, { path, body, cookie });
    expect(next.statusCode).toBe(200);
    expectIdentityRefusal(await refresh(cookie), 'auth/token-expired');
    expect((await refresh(cookieHeader(next))).statusCode).toBe(200);
  });

  it('are ended by the ID token if it and the cookie name two people', async () => {
    const [ada, grace] = [await signUp(), await signUp()];
    const body = { idToken: ada.idToken };
    await cookieIdentity(app, { path: '/v1/accounts:signOut', body, cookie: grace.cookie });
    expectIdentityRefusal(await refresh(ada.cookie), 'auth/token-expired');
    expect((await refresh(grace.cookie)).statusCode).toBe(200);
  });

  it.each([undefined, 'https://evil.example', 'null', 'http://localhost:3000.evil.example'])(
    'are refused to the origin %s',
    async (origin) => {
      const { cookie } = await signUp();
      const answer = await identityWith(app, {
        path: '/v1/token',
        body: { grant_type: 'refresh_token' },
        headers: {
          'x-hearth-session': 'cookie',
          host: 'localhost:3000',
          cookie,
          ...(origin && { origin }),
        },
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.json().error.details).toEqual({ code: 'request/cross-site' });
    },
  );

  it('are not opened or refreshed without the header, whatever cookie comes along', async () => {
    const { cookie } = await signUp();
    const answer = await identityWith(app, {
      path: '/v1/token',
      body: { grant_type: 'refresh_token' },
      headers: { cookie },
    });
    expectIdentityRefusal(answer, 'auth/missing-refresh-token');
  });

  it('use a plain cookie for a phone in the same network', async () => {
    const host = '192.168.1.7:3000';
    const answer = await identityWith(app, {
      path: '/v1/accounts:signUp',
      body: { email: newAddress(), password: 'secret' },
      headers: { 'x-hearth-session': 'cookie', host, origin: `http://${host}` },
    });
    expect(answer.cookies).toMatchObject([
      { name: 'hearth-session', httpOnly: true },
      { name: 'hearth-device', httpOnly: true },
    ]);
    for (const cookie of answer.cookies) {
      expect(cookie).not.toHaveProperty('secure');
    }
  });

  it('heed only PUBLIC_URL in production', async () => {
    const production = await createOwnTestApp({ env: productionEnvironment });
    const body = { email: newAddress(), password: 'secret' };
    const headers = { 'x-hearth-session': 'cookie', host: 'hearth.example' };
    const wrong = await identityWith(production, {
      path: '/v1/accounts:signUp',
      body,
      headers: { ...headers, origin: 'http://hearth.example' },
    });
    expect(wrong.json().error.details).toEqual({ code: 'request/cross-site' });
    const right = await identityWith(production, {
      path: '/v1/accounts:signUp',
      body,
      headers: { ...headers, origin: 'https://hearth.example' },
    });
    expect(right.cookies).toMatchObject([
      { name: `__Host-${name}`, secure: true },
      { secure: true },
    ]);
  });
});

const productionEnvironment = {
  RATE_LIMITS: 'on',
  HEARTH_MODE: 'production',
  PUBLIC_URL: 'https://hearth.example',
  SMTP_URL: 'smtp://localhost:2525',
  MAIL_FROM: 'Hearth <hello@hearth.example>',
  API_KEY: 'a-key-of-our-own',
  SECRET_KEY: 'a-secret-of-at-least-32-characters',
  TRUST_PROXY: '1',
};

function cookieHeader(answer: Answer): string {
  return answer.cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ');
}

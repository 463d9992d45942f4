import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createPerson,
  document,
  expectIdentityRefusal,
  identity,
} from '../../harness/wire-client.ts';

const path = '/v1/token';
const day = 86_400_000;

describe('token', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const refresh = (refreshToken: string) =>
    identity(app, path, { grant_type: 'refresh_token', refresh_token: refreshToken });

  it('answers a form with a new ID token and the same refresh token', async () => {
    const { uid, idToken, refreshToken } = await createPerson(app);
    app.clock.advance(60_000);
    const answer = await app.server.inject({
      method: 'POST',
      url: `/securetoken.googleapis.com${path}?key=${app.config.apiKey}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=refresh_token&refresh_token=${encodeURIComponent(refreshToken)}`,
    });

    expect(answer.statusCode).toBe(200);
    const { id_token, access_token, ...rest } = answer.json();
    expect(rest).toEqual({
      expires_in: '3600',
      refresh_token: refreshToken,
      token_type: 'Bearer',
      user_id: uid,
      project_id: 'hearth',
    });
    expect(access_token).toBe(id_token);
    const [before, after] = [decodeJwt(idToken), decodeJwt(id_token)];
    expect(after.auth_time).toBe(before.auth_time);
    expect(Number(after.exp)).toBeGreaterThanOrEqual(Number(before.exp) + 60);
  });

  it('serves many refreshes at once, as several tabs send them', async () => {
    const { refreshToken } = await createPerson(app);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200));
  });

  it.each([
    ['auth/missing-grant-type', {}],
    ['auth/invalid-grant-type', { grant_type: 'password', refresh_token: 'x' }],
    ['auth/missing-refresh-token', { grant_type: 'refresh_token' }],
    ['auth/invalid-refresh-token', { grant_type: 'refresh_token', refresh_token: 'short' }],
  ] as const)('refuses with %s', async (code, body) => {
    expectIdentityRefusal(await identity(app, path, body), code);
  });

  it('refuses a revoked session with auth/token-expired, the word on which SDKs sign out', async () => {
    const { idToken, refreshToken } = await createPerson(app);
    await identity(app, '/v1/accounts:signOut', { idToken });
    expectIdentityRefusal(await refresh(refreshToken), 'auth/token-expired');
  });

  it('refuses a tampered refresh token', async () => {
    const { refreshToken } = await createPerson(app);
    const tampered = `${refreshToken.startsWith('A') ? 'B' : 'A'}${refreshToken.slice(1)}`;
    expectIdentityRefusal(await refresh(tampered), 'auth/token-expired');
  });

  it('refuses a disabled account with auth/user-disabled', async () => {
    const { uid, refreshToken } = await createPerson(app);
    await sql`update accounts set disabled_at = ${app.clock.now()} where id = ${uid}`.execute(
      app.db,
    );
    expectIdentityRefusal(await refresh(refreshToken), 'auth/user-disabled');
  });

  it('ends a session that nobody used for 30 days', async () => {
    const { refreshToken } = await createPerson(app);
    app.clock.advance(29 * day);
    expect((await refresh(refreshToken)).statusCode).toBe(200);
    app.clock.advance(29 * day);
    expect((await refresh(refreshToken)).statusCode).toBe(200);
    app.clock.advance(30 * day);
    expectIdentityRefusal(await refresh(refreshToken), 'auth/token-expired');
  });

  it('ends a session after a year, however busy', async () => {
    const { uid, refreshToken } = await createPerson(app);
    for (let month = 1; month <= 14; month += 1) {
      app.clock.advance(26 * day);
      expect((await refresh(refreshToken)).statusCode).toBe(200);
    }
    app.clock.advance(2 * day);
    const last = await refresh(refreshToken);
    expectIdentityRefusal(last, 'auth/token-expired');
    const user = await document(app, `GET /v1/users/${uid}`);
    expect(user.statusCode).toBe(401);
  });
});

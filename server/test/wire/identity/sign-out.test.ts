import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createPerson,
  document,
  expectIdentityRefusal,
  expectRefusal,
  identity,
} from '../../harness/wire-client.ts';

const path = '/v1/accounts:signOut';

describe('signOut', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('ends the session on the very next request', async () => {
    const { uid, idToken } = await createPerson(app);
    expect((await document(app, `GET /v1/users/${uid}`, { idToken })).statusCode).toBe(200);

    const answer = await identity(app, path, { idToken });

    expect(answer.json()).toEqual({ kind: 'hearth#SignOutResponse' });
    expectRefusal(await document(app, `GET /v1/users/${uid}`, { idToken }), 'auth/token-expired');
  });

  it('ends the session of a refresh token', async () => {
    const { uid, idToken, refreshToken } = await createPerson(app);
    await identity(app, path, { refreshToken });
    expectRefusal(await document(app, `GET /v1/users/${uid}`, { idToken }), 'auth/token-expired');
  });

  it('leaves the person’s other sessions alone', async () => {
    const { uid, email, password, idToken } = await createPerson(app);
    const other = await identity(app, '/v1/accounts:signInWithPassword', { email, password });
    await identity(app, path, { idToken: other.json().idToken });
    expect((await document(app, `GET /v1/users/${uid}`, { idToken })).statusCode).toBe(200);
  });

  it('takes a second sign-out for done', async () => {
    const { idToken } = await createPerson(app);
    await identity(app, path, { idToken });
    expect((await identity(app, path, { idToken })).statusCode).toBe(200);
  });

  it('refuses with auth/missing-id-token when nothing names a session', async () => {
    expectIdentityRefusal(await identity(app, path, {}), 'auth/missing-id-token');
  });

  it('refuses with auth/invalid-id-token what is no token', async () => {
    expectIdentityRefusal(await identity(app, path, { idToken: 'x' }), 'auth/invalid-id-token');
  });
});

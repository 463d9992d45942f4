import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { createPerson, expectIdentityRefusal, identity } from '../../harness/wire-client.ts';

const path = '/v1/accounts:lookup';

describe('lookup', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('answers the account behind the ID token', async () => {
    const { uid, email, idToken } = await createPerson(app);
    const answer = await identity(app, path, { idToken });
    expect(answer.statusCode).toBe(200);
    const epochMs = expect.stringMatching(/^\d{13}$/);
    expect(answer.json()).toEqual({
      kind: 'identitytoolkit#GetAccountInfoResponse',
      users: [
        {
          localId: uid,
          email,
          emailVerified: false,
          checklistHidden: false,
          displayName: 'Ada Lovelace',
          createdAt: epochMs,
          lastLoginAt: epochMs,
          lastRefreshAt: expect.any(String),
          passwordUpdatedAt: expect.any(Number),
          validSince: expect.stringMatching(/^\d{10}$/),
          passwordHash: 'UkVEQUNURUQ=',
          providerUserInfo: [
            {
              providerId: 'password',
              rawId: email,
              federatedId: email,
              email,
              displayName: 'Ada Lovelace',
            },
          ],
        },
      ],
    });
  });

  it('refuses without an ID token', async () => {
    expectIdentityRefusal(await identity(app, path, {}), 'auth/missing-id-token');
  });

  it('refuses an ID token that is not ours', async () => {
    expectIdentityRefusal(
      await identity(app, path, { idToken: 'not.a.token' }),
      'auth/invalid-id-token',
    );
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strongHashing } from '../../../src/modules/identity/index.ts';
import { createEventLog } from '../../harness/logged-events.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createPerson,
  expectIdentityRefusal,
  identity,
  mailedCode,
  newAddress,
  resetPassword,
  signIn,
} from '../../harness/wire-client.ts';

const path = '/v1/accounts:signInWithPassword';

describe('signInWithPassword', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ hashing: strongHashing });
  });
  afterAll(() => app.close());

  it('opens a second session beside the first', async () => {
    const { uid, email, password, refreshToken } = await createPerson(app);
    const answer = await identity(app, path, {
      email: email.toUpperCase(),
      password,
      returnSecureToken: true,
      clientType: 'CLIENT_TYPE_WEB',
    });

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      kind: 'identitytoolkit#VerifyPasswordResponse',
      registered: true,
      localId: uid,
      email,
      displayName: 'Ada Lovelace',
      expiresIn: '3600',
    });
    expect(answer.json().refreshToken).not.toBe(refreshToken);
    const { rows } = await sql<{ count: string }>`
      select count(*) from sessions where account_id = ${uid}`.execute(app.db);
    expect(rows[0]?.count).toBe('2');
  });

  it('compares passwords exactly, however long', async () => {
    const email = newAddress();
    const password = ` ${'p'.repeat(100)}é 🔑 `;
    await identity(app, '/v1/accounts:signUp', { email, password });
    const same = await identity(app, path, { email, password });
    expect(same.statusCode).toBe(200);
    for (const other of [password.trim(), password.normalize('NFD'), password.slice(0, 73)]) {
      expectIdentityRefusal(
        await identity(app, path, { email, password: other }),
        'auth/invalid-credential',
      );
    }
  });

  it.each([
    ['auth/missing-email', { password: 'secret' }],
    ['auth/invalid-email', { email: '', password: 'secret' }],
    ['auth/invalid-email', { email: 'nobody', password: 'secret' }],
    ['auth/missing-password', { email: 'someone@example.com' }],
    ['auth/invalid-credential', { email: 'unknown@example.com', password: 'secret' }],
  ] as const)('refuses with %s', async (code, body) => {
    const answer = await identity(app, path, body);
    expect(answer.statusCode).toBe(400);
    expectIdentityRefusal(answer, code);
  });

  it('answers an unknown address and a wrong password with the same bytes', async () => {
    const { email } = await createPerson(app);
    const wrong = await identity(app, path, { email, password: 'wrong' });
    const unknown = await identity(app, path, { email: newAddress(), password: 'wrong' });
    expect(wrong.body).toBe(unknown.body);
    expect(wrong.statusCode).toBe(unknown.statusCode);
  });

  it('tells auth/wrong-password from auth/user-not-found when the protection is off', async () => {
    const open = await createOwnTestApp({ product: { emailEnumerationProtection: false } });
    const { email } = await createPerson(open);
    const wrong = await identity(open, path, { email, password: 'wrong' });
    expectIdentityRefusal(wrong, 'auth/wrong-password');
    const unknown = await identity(open, path, { email: newAddress(), password: 'wrong' });
    expectIdentityRefusal(unknown, 'auth/user-not-found');
  });

  it.each([
    ['of MD5', '$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/'],
    ['of bcrypt, too dear', '$2b$31$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'],
    ['cut off', '$argon2id$v=19$m=64,t=1,p=1$c2Fs'],
    ['empty', ''],
  ])('takes no password for a hash %s, and logs that it cannot be read', async (_kind, hash) => {
    const { events, logger } = createEventLog();
    const logged = await createOwnTestApp({ logger });
    const { uid, email, password } = await createPerson(logged);
    await sql`update accounts set password_hash = ${hash} where id = ${uid}`.execute(logged.db);
    const unknown = await identity(logged, path, { email: newAddress(), password });
    const answer = await identity(logged, path, { email, password });
    expectIdentityRefusal(answer, 'auth/invalid-credential');
    expect(answer.body).toBe(unknown.body);
    expect(events('password hash unreadable')).toMatchObject([{ uid }]);
    const oobCode = await mailedCode(logged, { requestType: 'PASSWORD_RESET', email }, email);
    await resetPassword(logged, { oobCode, newPassword: 'another horse' });
    await signIn(logged, { email, password: 'another horse' });
  });

  it('refuses a disabled account with auth/user-disabled', async () => {
    const { uid, email, password } = await createPerson(app);
    await sql`update accounts set disabled_at = ${app.clock.now()} where id = ${uid}`.execute(
      app.db,
    );
    expectIdentityRefusal(await identity(app, path, { email, password }), 'auth/user-disabled');
  });

  it('slows a guesser down with auth/too-many-requests', async () => {
    const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    const body = { email: newAddress(), password: 'guess' };
    for (const _time of Array(10)) {
      expectIdentityRefusal(await identity(limited, path, body), 'auth/invalid-credential');
    }
    expectIdentityRefusal(await identity(limited, path, body), 'auth/too-many-requests');
  });

  it('answers server/busy instead of piling up hashes', async () => {
    const body = { email: newAddress(), password: 'secret' };
    const crowd = await Promise.all(Array.from({ length: 300 }, () => identity(app, path, body)));
    const busy = crowd.filter((answer) => answer.statusCode === 503);
    expect(busy.length).toBeGreaterThan(0);
    for (const answer of busy) {
      expectIdentityRefusal(answer, 'server/busy');
    }
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strongHashing } from '../../../src/modules/identity/index.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { inviteByOperator } from '../../harness/operators.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createPerson,
  document,
  expectIdentityRefusal,
  expectSessionOver,
  identity,
  lookup,
  newAddress,
  signIn,
} from '../../harness/wire-client.ts';

const path = '/v1/accounts:signUp';

describe('signUp', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ hashing: strongHashing });
  });
  afterAll(() => app.close());

  it('creates an account that is signed in', async () => {
    const email = newAddress();
    const answer = await identity(app, path, {
      email: ` ${email.toUpperCase()} `,
      password: 'secret',
      displayName: ' Ada Lovelace ',
      returnSecureToken: true,
      clientType: 'CLIENT_TYPE_WEB',
    });

    expect(answer.statusCode).toBe(200);
    const { localId, idToken, ...rest } = answer.json();
    expect(rest).toEqual({
      kind: 'identitytoolkit#SignupNewUserResponse',
      email,
      displayName: 'Ada Lovelace',
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      expiresIn: '3600',
    });
    expect(localId).toMatch(/^[A-Za-z0-9]{28}$/);
    const user = await document(app, `GET /v1/users/${localId}`, { idToken });
    expect(user.json()).toMatchObject({ email, email_verified: false });
  });

  it('answers the same under both prefixes of Google SDKs', async () => {
    const body = { email: newAddress(), password: 'secret' };
    const answer = await identity(app, `/identitytoolkit.googleapis.com${path}`, body);
    expect(answer.json().kind).toBe('identitytoolkit#SignupNewUserResponse');
  });

  it('stores a slow hash and never the password or the refresh token', async () => {
    const { uid, password, refreshToken } = await createPerson(app);
    const { rows } = await sql<{ row: string }>`
      select a::text || s::text as row from accounts a join sessions s on s.account_id = a.id
      where a.id = ${uid}`.execute(app.db);
    expect(rows[0]?.row).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(rows[0]?.row).not.toContain(password);
    expect(rows[0]?.row).not.toContain(refreshToken);
  });

  it('makes one account of two sign-ups at once with one address', async () => {
    const body = { email: newAddress(), password: 'secret' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => identity(app, path, body)));
    const statuses = answers.map((answer) => answer.statusCode).sort();
    expect(statuses).toEqual([200, 400, 400, 400]);
    const { rows } = await sql<{ count: string }>`
      select count(*) from accounts where email = ${body.email}`.execute(app.db);
    expect(rows[0]?.count).toBe('1');
  });

  it('ignores what only the server may decide', async () => {
    const answer = await identity(app, path, {
      email: newAddress(),
      password: 'secret',
      emailVerified: true,
      disabled: true,
      tenantId: 'elsewhere',
    });
    const { localId, idToken } = answer.json();
    const user = await document(app, `GET /v1/users/${localId}`, { idToken });
    expect(user.json().email_verified).toBe(false);
  });

  it.each([
    ['auth/missing-email', { password: 'secret' }],
    ['auth/invalid-email', { email: 'nobody', password: 'secret' }],
    ['auth/invalid-email', { email: 'a@b\n.com', password: 'secret' }],
    ['auth/missing-password', { email: 'someone@example.com' }],
    ['auth/weak-password', { email: 'someone@example.com', password: '12345' }],
    [
      'auth/invalid-display-name',
      { email: 'someone@example.com', password: 'secret', displayName: 'x'.repeat(201) },
    ],
    [
      'auth/unexpected-parameter',
      { localId: 'chosen', email: 'a@example.com', password: 'secret' },
    ],
    ['auth/admin-restricted-operation', { returnSecureToken: true }],
    ['auth/missing-email', { email: '', password: 'secret' }],
    ['auth/invalid-email', { email: '', password: '' }],
    ['auth/missing-password', { email: 'nobody' }],
  ] as const)('refuses with %s', async (code, body) => {
    const answer = await identity(app, path, body);
    expect(answer.statusCode).toBe(400);
    expectIdentityRefusal(answer, code);
  });

  it('says how long a password must be', async () => {
    const answer = await identity(app, path, { email: newAddress(), password: '12345' });
    expect(answer.json().error.message).toBe(
      'WEAK_PASSWORD : Password should be at least 6 characters',
    );
  });

  it('refuses an address that is taken with auth/email-already-in-use', async () => {
    const { email } = await createPerson(app);
    const answer = await identity(app, path, { email, password: 'another' });
    expectIdentityRefusal(answer, 'auth/email-already-in-use');
  });

  it('refuses an address that may not have an account with auth/admin-restricted-operation', async () => {
    const closed = await createOwnTestApp({ product: { policy: { signUp: 'closed' } } });
    const email = newAddress();
    const body = { email, password: 'secret' };
    const refused = await identity(closed, path, body);
    expectIdentityRefusal(refused, 'auth/admin-restricted-operation');
    await inviteByOperator(closed, email);
    expect((await identity(closed, path, body)).statusCode).toBe(200);
  });

  it('refuses with auth/password-does-not-meet-requirements what the policy wants more of', async () => {
    const passwordPolicy = {
      ...app.config.product.passwordPolicy,
      requireUppercase: true,
      requireNumeric: true,
    };
    const strict = await createOwnTestApp({ product: { passwordPolicy } });
    const answer = await identity(strict, path, { email: newAddress(), password: 'no digits' });
    expectIdentityRefusal(answer, 'auth/password-does-not-meet-requirements');
    expect(answer.json().error.message).toContain('upper case character, ');
    const good = await identity(strict, path, { email: newAddress(), password: 'One Digit 1' });
    expect(good.statusCode).toBe(200);
  });

  it('refuses with auth/password-too-common what everybody guesses, in the hardened profile', async () => {
    const { passwordPolicy } = app.config.product;
    const hardened = await createOwnTestApp({
      product: { passwordPolicy: { ...passwordPolicy, profile: 'hardened', minLength: 8 } },
    });
    const email = newAddress();
    for (const password of ['password1', email, email.split('@')[0]]) {
      const answer = await identity(hardened, path, { email, password });
      expectIdentityRefusal(answer, 'auth/password-too-common');
    }
  });

  it('counts new accounts by network and answers auth/too-many-requests', async () => {
    const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    await createPerson(limited);
    await sql`update rate_limits set full_at = ${limited.clock.now()}::timestamptz + interval '2000 s'`.execute(
      limited.db,
    );
    const body = { email: newAddress(), password: 'secret' };
    expectIdentityRefusal(await identity(limited, path, body), 'auth/too-many-requests');
    limited.clock.advance(10_000);
    expect((await identity(limited, path, body)).statusCode).toBe(200);
  });

  describe('with an ID token', () => {
    async function socialPerson() {
      const email = newAddress();
      const claims = { sub: email, email, email_verified: true, hd: 'example.com', name: 'Ada' };
      const form = { providerId: 'google.com', id_token: JSON.stringify(claims) };
      const postBody = new URLSearchParams(form).toString();
      const answer = await identity(app, '/v1/accounts:signInWithIdp', { postBody });
      const { localId, idToken, refreshToken } = answer.json();
      return { email, uid: localId, idToken, refreshToken };
    }

    it('adds a password to the account and goes on in a new session', async () => {
      const person = await socialPerson();
      const { email, uid, idToken } = person;
      const body = { idToken, email: email.toUpperCase(), password: 'secret' };
      const answer = await identity(app, path, body);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toMatchObject({ localId: uid, email, displayName: 'Ada' });
      await expectSessionOver(app, person);
      const lookedUp = await lookup(app, answer.json().idToken);
      const ways = lookedUp.json().users[0].providerUserInfo;
      expect(ways.map((one: { providerId: string }) => one.providerId)).toEqual([
        'password',
        'google.com',
      ]);
      expect((await signIn(app, { email, password: 'secret' })).uid).toBe(uid);
      const mails = await receivedMails(app, email);
      expect(mails.map(({ kind }) => kind)).toContain('password-changed');
    });

    it.each([
      ['auth/missing-email', { email: undefined }],
      ['auth/missing-password', { password: undefined }],
      ['auth/weak-password', { password: '12345' }],
      ['auth/email-change-needs-link', { email: 'other@example.com' }],
      ['auth/invalid-id-token', { idToken: 'x.y.z' }],
    ] as const)('refuses with %s and adds nothing', async (code, change) => {
      const { email, idToken } = await socialPerson();
      const answer = await identity(app, path, { idToken, email, password: 'secret', ...change });
      expectIdentityRefusal(answer, code);
      const [user] = (await lookup(app, idToken)).json().users;
      expect(user.passwordHash).toBeUndefined();
    });

    it('refuses an account that has a password with auth/provider-already-linked', async () => {
      const { email, idToken, password } = await createPerson(app);
      const answer = await identity(app, path, { idToken, email, password: 'another' });
      expectIdentityRefusal(answer, 'auth/provider-already-linked');
      await signIn(app, { email, password });
    });

    it('refuses an old sign-in with auth/requires-recent-login', async () => {
      const { email, idToken } = await socialPerson();
      app.clock.advance(6 * 60_000);
      const answer = await identity(app, path, { idToken, email, password: 'secret' });
      expectIdentityRefusal(answer, 'auth/requires-recent-login');
    });

    it('takes a null token for none', async () => {
      const body = { idToken: null, email: newAddress(), password: 'secret' };
      expect((await identity(app, path, body)).statusCode).toBe(200);
    });
  });

  it('answers server/busy instead of piling up hashes', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 300 }, () =>
        identity(app, path, { email: newAddress(), password: 'secret' }),
      ),
    );
    const busy = crowd.filter((answer) => answer.statusCode === 503);
    expect(busy.length).toBeGreaterThan(0);
    expect(busy.length).toBeLessThan(300);
    for (const answer of busy) {
      expectIdentityRefusal(answer, 'server/busy');
    }
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strongHashing } from '../../../src/modules/identity/index.ts';
import { inviteByOperator } from '../../harness/operators.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  applyCode,
  changeEmail,
  cookieIdentity,
  createPerson,
  createVerifiedPerson,
  disable,
  expectIdentityRefusal,
  expectSessionOver,
  identity,
  lookup,
  mailedCode,
  newAddress,
  type Person,
  receivedCode,
  refresh,
  resetPassword,
  signIn,
} from '../../harness/wire-client.ts';

const path = '/v1/accounts:update';
const minute = 60_000;
const hour = 60 * minute;

describe('update', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ hashing: strongHashing });
  });
  afterAll(() => app.close());

  const update = (body: object) => identity(app, path, body);
  const profile = async ({ idToken }: Person) => (await lookup(app, idToken)).json().users[0];

  async function linkGoogle({ uid }: Person, subject = `subject-${uid}`): Promise<void> {
    await sql`insert into identity_links (account_id, provider, subject, linked_at)
      values (${uid}, 'google.com', ${subject}, ${app.clock.now()})`.execute(app.db);
  }

  describe('of a profile', () => {
    it('sets name and picture, and echoes both whatever was given', async () => {
      const ada = await createPerson(app);
      const { idToken, uid, email } = ada;
      const photoUrl = 'https://example.com/ada.png';
      const first = await update({ idToken, photoUrl, returnSecureToken: true });
      expect(first.statusCode).toBe(200);
      expect(first.json()).toMatchObject({
        kind: 'identitytoolkit#SetAccountInfoResponse',
        localId: uid,
        email,
        emailVerified: false,
        displayName: 'Ada Lovelace',
        photoUrl,
        passwordHash: 'UkVEQUNURUQ=',
        providerUserInfo: [{ providerId: 'password', rawId: email, federatedId: email }],
      });
      const second = await update({ idToken, displayName: ' Countess ' });
      expect(second.json()).toMatchObject({ displayName: 'Countess', photoUrl });
      expect(second.json()).not.toHaveProperty('idToken');
      expect(await profile(ada)).toMatchObject({ displayName: 'Countess', photoUrl });
    });

    it.each([
      ['null', { displayName: null, photoUrl: null }],
      ['an empty text', { displayName: '', photoUrl: '' }],
      ['deleteAttribute', { deleteAttribute: ['DISPLAY_NAME', 'PHOTO_URL'] }],
    ])('is cleared by %s', async (_name, body) => {
      const ada = await createPerson(app);
      const { idToken } = ada;
      await update({ idToken, photoUrl: 'https://example.com/ada.png' });
      const answer = await update({ idToken, ...body });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).not.toHaveProperty('displayName');
      expect(await profile(ada)).not.toHaveProperty('photoUrl');
    });

    it('ends no session', async () => {
      const { idToken, refreshToken } = await createPerson(app);
      await update({ idToken, displayName: 'Countess' });
      expect((await lookup(app, idToken)).statusCode).toBe(200);
      expect((await refresh(app, refreshToken)).statusCode).toBe(200);
    });

    it('ignores what only the server may decide', async () => {
      const ada = await createPerson(app);
      const before = await profile(ada);
      const { idToken } = ada;
      const answer = await update({
        idToken,
        emailVerified: true,
        createdAt: '1',
      });
      expect(answer.statusCode).toBe(200);
      expect(await profile(ada)).toEqual(before);
    });
  });

  describe('of a password', () => {
    it('ends every session and goes on in a new one', async () => {
      const ada = await createPerson(app);
      const other = await signIn(app, ada);
      const answer = await update({ idToken: ada.idToken, password: 'new horse' });

      expect(answer.statusCode).toBe(200);
      const { idToken, refreshToken, expiresIn } = answer.json();
      expect(expiresIn).toBe('3600');
      await expectSessionOver(app, ada);
      await expectSessionOver(app, other);
      expect((await lookup(app, idToken)).statusCode).toBe(200);
      expect((await refresh(app, refreshToken)).statusCode).toBe(200);
      const { email, password } = ada;
      expectIdentityRefusal(
        await identity(app, '/v1/accounts:signInWithPassword', { email, password }),
        'auth/invalid-credential',
      );
      await signIn(app, { email: ada.email, password: 'new horse' });
    });

    it('keeps a cookie session in its cookie, and never in a body', async () => {
      const person = { email: newAddress(), password: 'correct horse' };
      const signUp = { path: '/v1/accounts:signUp', body: person };
      const before = await cookieIdentity(app, signUp);
      const cookie = before.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      const { idToken } = before.json();

      const body = { idToken, password: 'new horse' };
      const answer = await cookieIdentity(app, { path, body, cookie });

      expect(answer.statusCode).toBe(200);
      const renewed = answer.cookies.find(({ name }) => name === 'hearth-session');
      expect(renewed?.value).toMatch(/^[\w-]{43}$/);
      expect(cookie).not.toContain(renewed?.value);
      expect(answer.json()).not.toHaveProperty('refreshToken');
      const token = { path: '/v1/token', body: { grant_type: 'refresh_token' } };
      expectIdentityRefusal(await cookieIdentity(app, { ...token, cookie }), 'auth/token-expired');
      const next = { ...token, cookie: `${renewed?.name}=${renewed?.value}` };
      expect((await cookieIdentity(app, next)).statusCode).toBe(200);

      const bare = await update({ idToken: answer.json().idToken, password: 'third horse' });
      expect(bare.statusCode).toBe(200);
      expect(bare.json()).not.toHaveProperty('refreshToken');
    });

    it('voids links that somebody with the old password may have asked for', async () => {
      const ada = await createVerifiedPerson(app);
      const { email, idToken } = ada;
      const reset = await mailedCode(app, { requestType: 'PASSWORD_RESET', email }, email);
      const newEmail = newAddress();
      const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail };
      const change = await mailedCode(app, request, newEmail);
      await update({ idToken, password: 'new horse' });
      expectIdentityRefusal(
        await resetPassword(app, { oobCode: reset, newPassword: 'thief’s' }),
        'auth/invalid-action-code',
      );
      expectIdentityRefusal(await applyCode(app, change), 'auth/invalid-action-code');
    });

    it('is won by one of two who change it at once from two sessions', async () => {
      const ada = await createPerson(app);
      const sessions = [ada, await signIn(app, ada)];
      const answers = await Promise.all(
        sessions.map(({ idToken }, index) =>
          update({ idToken, password: `horse number ${index}` }),
        ),
      );
      const winners = answers.filter((answer) => answer.statusCode === 200);
      expect(winners).toHaveLength(1);
      const loser = answers.find((answer) => answer.statusCode !== 200) ?? expect.fail();
      expectIdentityRefusal(loser, 'auth/token-expired');
      expect((await lookup(app, winners[0]?.json().idToken)).statusCode).toBe(200);
    });
  });

  describe('that unlinks', () => {
    it('removes a provider, and the password when a provider remains', async () => {
      const ada = await createPerson(app);
      const { idToken } = ada;
      await linkGoogle(ada);
      const withBoth = await profile(ada);
      expect(withBoth.providerUserInfo).toHaveLength(2);

      const answer = await update({ idToken, deleteProvider: ['password'] });
      expect(answer.json().providerUserInfo).toMatchObject([{ providerId: 'google.com' }]);
      expect(answer.json()).not.toHaveProperty('passwordHash');
      const credentials = { email: ada.email, password: ada.password };
      expectIdentityRefusal(
        await identity(app, '/v1/accounts:signInWithPassword', credentials),
        'auth/invalid-credential',
      );
    });

    it('passes over a provider that is not linked', async () => {
      const { idToken } = await createPerson(app);
      const answer = await update({ idToken, deleteProvider: ['google.com'] });
      expect(answer.json().providerUserInfo).toMatchObject([{ providerId: 'password' }]);
    });

    it.each([
      { deleteProvider: ['password'] },
      { deleteAttribute: ['PASSWORD'] },
      { deleteProvider: ['password', 'google.com'] },
    ])('refuses %j with auth/last-sign-in-method', async (body) => {
      const ada = await createPerson(app);
      if (body.deleteProvider?.includes('google.com')) {
        await linkGoogle(ada);
      }
      const answer = await update({ idToken: ada.idToken, ...body });
      expectIdentityRefusal(answer, 'auth/last-sign-in-method');
      await signIn(app, ada);
    });
  });

  describe('by a mailed code', () => {
    it('verifies the address, also the second time within the day', async () => {
      const ada = await createPerson(app);
      const { email, idToken, uid } = ada;
      const code = await mailedCode(app, { requestType: 'VERIFY_EMAIL', idToken }, email);
      for (const _time of [1, 2]) {
        const answer = await applyCode(app, code);
        expect(answer.statusCode).toBe(200);
        expect(answer.json()).toMatchObject({ localId: uid, email, emailVerified: true });
        expect(answer.json()).not.toHaveProperty('idToken');
      }
      expect((await profile(ada)).emailVerified).toBe(true);
      app.clock.advance(24 * hour);
      expectIdentityRefusal(await applyCode(app, code), 'auth/expired-action-code');
    });

    it('changes the address once, and only within a day', async () => {
      const ada = await createVerifiedPerson(app);
      const { idToken } = ada;
      const [late, newEmail] = [newAddress(), newAddress()];
      const ask = (address: string) =>
        mailedCode(
          app,
          { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: address },
          address,
        );
      const [lateCode, code] = [await ask(late), await ask(newEmail)];
      const answer = await applyCode(app, code);
      expect(answer.json()).toMatchObject({ email: newEmail, newEmail, emailVerified: true });
      expectIdentityRefusal(await applyCode(app, code), 'auth/invalid-action-code');
      expectIdentityRefusal(await applyCode(app, lateCode), 'auth/invalid-action-code');

      const again = await signIn(app, { email: newEmail, password: ada.password });
      const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: again.idToken };
      const expiring = await mailedCode(app, { ...request, newEmail: late }, late);
      app.clock.advance(24 * hour);
      expectIdentityRefusal(await applyCode(app, expiring), 'auth/expired-action-code');
    });

    it('is won by one of two who redeem it at once', async () => {
      const { idToken } = await createVerifiedPerson(app);
      const newEmail = newAddress();
      const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail };
      const code = await mailedCode(app, request, newEmail);
      const answers = await Promise.all([1, 2, 3].map(() => applyCode(app, code)));
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400, 400]);
      for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
        expectIdentityRefusal(answer, 'auth/invalid-action-code');
      }
    });

    it('refuses a code for passwords, one for nobody and one of the old address', async () => {
      const ada = await createVerifiedPerson(app);
      const { email, idToken } = ada;
      const reset = await mailedCode(app, { requestType: 'PASSWORD_RESET', email }, email);
      expectIdentityRefusal(await applyCode(app, reset), 'auth/invalid-action-code');
      expect((await resetPassword(app, { oobCode: reset })).statusCode).toBe(200);
      for (const oobCode of ['', 'guessed', 'x'.repeat(5_000)]) {
        expectIdentityRefusal(await applyCode(app, oobCode), 'auth/invalid-action-code');
      }
      const stale = await mailedCode(app, { requestType: 'VERIFY_EMAIL', idToken }, email);
      await changeEmail(app, ada);
      expectIdentityRefusal(await applyCode(app, stale), 'auth/invalid-action-code');
    });

    it('refuses an address that was taken meanwhile with auth/email-already-in-use', async () => {
      const { idToken, email } = await createVerifiedPerson(app);
      const newEmail = newAddress();
      const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail };
      const code = await mailedCode(app, request, newEmail);
      await identity(app, '/v1/accounts:signUp', { email: newEmail, password: 'first come' });
      expectIdentityRefusal(await applyCode(app, code), 'auth/email-already-in-use');
      expect((await lookup(app, idToken)).json().users[0].email).toBe(email);
    });

    it('refuses an address whose invitation has ended with auth/admin-restricted-operation', async () => {
      const own = await createOwnTestApp({
        product: { policy: { signUpDomains: ['example.com'] } },
      });
      const { idToken, email } = await createVerifiedPerson(own);
      const newEmail = await inviteByOperator(own, 'ada@elsewhere.example');
      const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail };
      const code = await mailedCode(own, request, newEmail);
      await sql`update account_invitations set expires_at = created_at`.execute(own.db);
      expectIdentityRefusal(await applyCode(own, code), 'auth/admin-restricted-operation');
      expect((await lookup(own, idToken)).json().users[0].email).toBe(email);
      await inviteByOperator(own, newEmail);
      expect((await applyCode(own, code)).statusCode).toBe(200);
    });

    it('refuses to bring back a sign-in of another account with auth/identity-already-linked', async () => {
      const [ada, bob] = [await createPerson(app), await createPerson(app)];
      await linkGoogle(ada);
      await update({ idToken: ada.idToken, deleteProvider: ['google.com'] });
      const code = await receivedCode(app, ada.email, 'provider-unlinked');
      await linkGoogle(bob, `subject-${ada.uid}`);
      expectIdentityRefusal(await applyCode(app, code), 'auth/identity-already-linked');
    });

    it('refuses a disabled account with auth/user-disabled', async () => {
      const ada = await createPerson(app);
      const request = { requestType: 'VERIFY_EMAIL', idToken: ada.idToken };
      const code = await mailedCode(app, request, ada.email);
      await disable(app, ada);
      expectIdentityRefusal(await applyCode(app, code), 'auth/user-disabled');
    });
  });

  it.each([
    ['auth/invalid-display-name', { displayName: 'x'.repeat(201) }],
    ['auth/invalid-photo-url', { photoUrl: 'javascript:alert(1)' }],
    ['auth/invalid-photo-url', { photoUrl: `https://example.com/${'x'.repeat(2048)}` }],
    ['auth/weak-password', { password: '12345' }],
    ['auth/weak-password', { password: '' }],
    ['auth/password-does-not-meet-requirements', { password: 'x'.repeat(4097) }],
    ['auth/invalid-email', { email: 'nobody' }],
    ['auth/email-change-needs-link', { email: 'other@example.com' }],
    ['auth/email-change-needs-link', { deleteAttribute: ['EMAIL'] }],
    ['auth/disabling-not-allowed', { disableUser: true }],
    ['auth/insufficient-permission', { customAttributes: '{"admin":true}' }],
    ['auth/insufficient-permission', { localId: 'somebody' }],
    ['request/invalid', { deleteProvider: 'google.com' }],
  ] as const)('refuses with %s and changes nothing', async (code, body) => {
    const ada = await createPerson(app);
    const before = await profile(ada);
    const { idToken } = ada;
    const answer = await update({ idToken, displayName: 'Changed', ...body });
    expect(answer.statusCode).toBe(400);
    expectIdentityRefusal(answer, code);
    expect(await profile(ada)).toEqual(before);
    await signIn(app, ada);
  });

  it('refuses neither token nor code with auth/invalid-req-type', async () => {
    const answer = await update({ displayName: 'Nobody' });
    expectIdentityRefusal(answer, 'auth/invalid-req-type');
    expect(answer.json().error.message).toBe('INVALID_REQ_TYPE : Unsupported request parameters.');
  });

  it.each([{ password: 'new horse' }, { deleteProvider: ['password'] }])(
    'refuses %j 6 minutes after the sign-in with auth/requires-recent-login',
    async (body) => {
      const ada = await createPerson(app);
      await linkGoogle(ada);
      app.clock.advance(6 * minute);
      const { id_token } = (await refresh(app, ada.refreshToken)).json();
      const late = await update({ idToken: id_token, ...body });
      expectIdentityRefusal(late, 'auth/requires-recent-login');
      expect((await update({ idToken: id_token, displayName: 'Countess' })).statusCode).toBe(200);
      const { idToken } = await signIn(app, ada);
      expect((await update({ idToken, ...body })).statusCode).toBe(200);
    },
  );

  it('refuses a guessable password with auth/password-too-common in the hardened profile', async () => {
    const { passwordPolicy } = app.config.product;
    const hardened = await createOwnTestApp({
      product: { passwordPolicy: { ...passwordPolicy, profile: 'hardened', minLength: 8 } },
    });
    const { idToken } = await createPerson(hardened);
    for (const password of ['password1', 'PassWord1']) {
      const answer = await identity(hardened, path, { idToken, password });
      expectIdentityRefusal(answer, 'auth/password-too-common');
    }
  });

  it('counts codes by network and answers auth/too-many-requests', async () => {
    const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    const answers = await Promise.all(
      Array.from({ length: 110 }, (_, index) => applyCode(limited, `guess-${index}`)),
    );
    const refused = answers.filter(({ body }) => body.includes('TOO_MANY'));
    expect(refused.length).toBeGreaterThan(5);
    expectIdentityRefusal(refused[0] ?? expect.fail(), 'auth/too-many-requests');
  });

  it('answers server/busy instead of piling up hashes', async () => {
    const crowd = await Promise.all(Array.from({ length: 3 }, () => createPerson(app)));
    const answers = await Promise.all(
      crowd.flatMap(({ idToken }) =>
        Array.from({ length: 100 }, () => update({ idToken, password: 'new horse' })),
      ),
    );
    const busy = answers.filter((answer) => answer.statusCode === 503);
    expect(busy.length).toBeGreaterThan(0);
    expectIdentityRefusal(busy[0] ?? expect.fail(), 'server/busy');
  });

  it('takes a token of nobody for what it is', async () => {
    expectIdentityRefusal(await update({ idToken: 'x' }), 'auth/invalid-id-token');
    for (const idToken of ['', null]) {
      expectIdentityRefusal(await update({ idToken }), 'auth/invalid-req-type');
    }
    expectIdentityRefusal(await update({ idToken: 7 }), 'request/invalid');
  });
});

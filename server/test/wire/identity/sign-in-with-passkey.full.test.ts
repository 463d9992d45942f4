import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrollApp } from '../../harness/authenticator.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import {
  addPasskey,
  askForPasskey,
  showPasskey,
  showToSignIn,
  signInWithPasskey,
} from '../../harness/passkey-device.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  cookieIdentity,
  createVerifiedPerson,
  document,
  expectIdentityRefusal,
  identity,
  receivedCode,
  resetPassword,
} from '../../harness/wire-client.ts';

describe('signInWithPasskey', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ standsStill: true });
  });
  afterAll(() => app.close());

  it('opens a session that has shown both factors, and notes the use', async () => {
    const ada = await createVerifiedPerson(app);
    const passkey = await addPasskey(app, ada);
    const answer = await signInWithPasskey(app, passkey);
    expect(answer.statusCode, answer.body).toBe(200);
    const { localId, email, idToken } = answer.json();
    expect({ localId, email }).toEqual({ localId: ada.uid, email: ada.email });
    expect(decodeJwt(idToken).firebase).toMatchObject({
      sign_in_provider: 'passkey',
      sign_in_second_factor: 'passkey',
      second_factor_identifier: passkey.id,
    });
    const { passkeys } = (await document(app, 'GET /v1/sign-in-methods', { idToken })).json();
    expect(passkeys[0].last_used_at).toBe(app.clock.now().toISOString());
  });

  it('needs no code of an authenticator app besides', async () => {
    const { person } = await enrollApp(app, await createVerifiedPerson(app));
    const passkey = await addPasskey(app, person);
    const { idToken } = (await signInWithPasskey(app, passkey)).json();
    expect((await document(app, 'GET /v1/sign-in-methods', { idToken })).statusCode).toBe(200);
  });

  it('keeps the token of a cookie session out of the answer', async () => {
    const passkey = await addPasskey(app, await createVerifiedPerson(app));
    const credential = showPasskey(app, passkey, { challenge: await askForPasskey(app) });
    const request = { path: '/v1/accounts:signInWithPasskey', body: { credential } };
    const answer = await cookieIdentity(app, request);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).not.toHaveProperty('refreshToken');
    expect(String(answer.headers['set-cookie'])).toContain('HttpOnly');
  });

  it('one answer opens one session, in fifty parallel tries too', async () => {
    const ada = await createVerifiedPerson(app);
    const passkey = await addPasskey(app, ada);
    const challenge = await askForPasskey(app);
    const credential = showPasskey(app, passkey, { challenge });
    const tries = Array.from({ length: 50 }, () => showToSignIn(app, credential));
    const codes = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    const { sessions } = (await document(app, 'GET /v1/sessions', ada)).json();
    expect(sessions).toHaveLength(2);
  });

  it.each([
    ['another origin', { origin: 'https://hearth.example.net' }],
    ['another relying party', { rpId: 'hearth.example.net' }],
    ['a device that has not checked the person', { isUnverified: true }],
    ['an answer to an adding', { type: 'webauthn.create' }],
    ['the name of another account', { userHandle: Buffer.from('eve').toString('base64url') }],
  ])('%s: refused', async (_name, ways) => {
    const passkey = await addPasskey(app, await createVerifiedPerson(app));
    const answer = await signInWithPasskey(app, passkey, ways);
    expectIdentityRefusal(answer, 'auth/invalid-passkey');
  });

  it('a signature by another key, over another challenge, or after six minutes: refused', async () => {
    const ada = await createVerifiedPerson(app);
    const [passkey, other] = [await addPasskey(app, ada), await addPasskey(app, ada)];
    const forged = { ...passkey, privateKey: other.privateKey };
    expectIdentityRefusal(await signInWithPasskey(app, forged), 'auth/invalid-passkey');
    const challenge = randomBytes(32).toString('base64url');
    const invented = showPasskey(app, passkey, { challenge });
    expectIdentityRefusal(await showToSignIn(app, invented), 'auth/passkey-request-expired');
    const late = showPasskey(app, passkey, { challenge: await askForPasskey(app) });
    app.clock.advance(6 * 60_000);
    expectIdentityRefusal(await showToSignIn(app, late), 'auth/passkey-request-expired');
  });

  it('a copy, whose count falls behind: refused; a device that does not count: taken', async () => {
    const ada = await createVerifiedPerson(app);
    const passkey = await addPasskey(app, ada);
    const copy = { ...passkey };
    await signInWithPasskey(app, passkey);
    await signInWithPasskey(app, passkey);
    expectIdentityRefusal(await signInWithPasskey(app, copy), 'auth/passkey-copied');
    const reset = await signInWithPasskey(app, passkey, { counter: 0 });
    expectIdentityRefusal(reset, 'auth/passkey-copied');

    const uncounted = await addPasskey(app, ada, { counter: 0 });
    expect((await signInWithPasskey(app, uncounted)).statusCode).toBe(200);
    expect((await signInWithPasskey(app, uncounted)).statusCode).toBe(200);
  });

  it('an account that an operator has disabled: refused', async () => {
    const ada = await createVerifiedPerson(app);
    const passkey = await addPasskey(app, ada);
    await sql`update accounts set disabled_at = now() where id = ${ada.uid}`.execute(app.db);
    expectIdentityRefusal(await signInWithPasskey(app, passkey), 'auth/user-disabled');
  });

  it('no passkey, and one that no account has: refused', async () => {
    const none = await identity(app, '/v1/accounts:signInWithPasskey', {});
    expectIdentityRefusal(none, 'auth/missing-passkey');
    const passkey = await addPasskey(app, await createVerifiedPerson(app));
    const unknown = { ...passkey, credentialId: 'bm9uZQ' };
    expectIdentityRefusal(await signInWithPasskey(app, unknown), 'auth/passkey-not-found');
  });

  it('the mail about a new password says that it still opens the account', async () => {
    const ada = await createVerifiedPerson(app);
    await addPasskey(app, ada);
    const { idToken } = ada;
    await identity(app, '/v1/accounts:update', { idToken, password: 'staple battery' });
    const mail = (await receivedMails(app, ada.email)).at(-1);
    expect(mail?.text).toContain('You can still sign in with a passkey as well.');
  });

  it('a reset from the mailbox removes it, as it removes providers', async () => {
    const ada = await createVerifiedPerson(app);
    const passkey = await addPasskey(app, ada);
    await identity(app, '/v1/accounts:sendOobCode', {
      requestType: 'PASSWORD_RESET',
      email: ada.email,
    });
    const oobCode = await receivedCode(app, ada.email, 'reset-password');
    await resetPassword(app, { oobCode, newPassword: 'staple battery' });
    expectIdentityRefusal(await signInWithPasskey(app, passkey), 'auth/passkey-not-found');
  });
});

it('an address where browsers offer none: refused', async () => {
  const app = await createOwnTestApp({ env: { PUBLIC_URL: 'http://192.0.2.7:3000' } });
  const answer = await identity(app, '/v1/accounts:signInWithPasskey', {});
  expectIdentityRefusal(answer, 'auth/passkeys-off');
});

it('more than 200 tries of one network at once: refused', async () => {
  const app = await createOwnTestApp({ env: { RATE_LIMITS: 'on' }, standsStill: true });
  const passkey = await addPasskey(app, await createVerifiedPerson(app));
  const unknown = showPasskey(app, { ...passkey, credentialId: 'bm9uZQ' }, {});
  for (let count = 0; count < 200; count += 1) {
    expectIdentityRefusal(await showToSignIn(app, unknown), 'auth/passkey-not-found');
  }
  expectIdentityRefusal(await showToSignIn(app, unknown), 'auth/too-many-requests');
});

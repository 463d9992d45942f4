import { wire } from '@hearth/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  createVerifiedPerson,
  expectIdentityRefusal,
  identity,
  newAddress,
  receivedCode,
} from '../harness/wire-client.ts';

const password = 'correct horse';

/** Paths that the SDKs of iOS, Android and C++ call; with a host for the emulator they put Google's first. */
const prefixes = [
  '/identitytoolkit/v3/relyingparty',
  '/www.googleapis.com/identitytoolkit/v3/relyingparty',
];

describe.each(prefixes)('the third version of the protocol at %s', (prefix) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const call = (name: string, body: object) => identity(app, `${prefix}/${name}`, body);

  async function signUp() {
    const email = newAddress();
    const clientType = 'CLIENT_TYPE_IOS';
    const body = { email, password, clientType, returnSecureToken: true };
    const answer = await call('signupNewUser', body);
    expect(answer.statusCode, answer.body).toBe(200);
    const { idToken, localId } = answer.json();
    return { email, idToken, localId };
  }

  it('signs up, signs in, and reads the account', async () => {
    const { email, localId } = await signUp();
    const signedIn = await call('verifyPassword', { email, password, returnSecureToken: true });
    expect(signedIn.json()).toMatchObject({ localId, registered: true, expiresIn: '3600' });
    const { idToken } = signedIn.json();
    const looked = await call('getAccountInfo', { idToken });
    expect(looked.json().users).toMatchObject([{ localId, email, emailVerified: false }]);
  });

  it('changes the account', async () => {
    const { idToken, localId } = await signUp();
    const photoUrl = 'https://example.com/a.png';
    const changed = await call('setAccountInfo', { idToken, displayName: 'Ada', photoUrl });
    expect(changed.json()).toMatchObject({ localId, displayName: 'Ada', photoUrl });
    const cleared = await call('setAccountInfo', { idToken, deleteAttribute: ['DISPLAY_NAME'] });
    expect(cleared.json()).not.toHaveProperty('displayName');
  });

  it('mails codes and applies them', async () => {
    const { email, idToken } = await signUp();
    const mailed = await call('getOobConfirmationCode', { requestType: 'VERIFY_EMAIL', idToken });
    expect(mailed.json()).toMatchObject({ email });
    const verification = await receivedCode(app, email, 'verify-email');
    const verified = await call('setAccountInfo', { oobCode: verification });
    expect(verified.json()).toMatchObject({ email, emailVerified: true });

    await call('getOobConfirmationCode', { requestType: 'PASSWORD_RESET', email });
    const oobCode = await receivedCode(app, email, 'reset-password');
    const looked = await call('resetPassword', { oobCode });
    expect(looked.json()).toMatchObject({ email, requestType: 'PASSWORD_RESET' });
    const reset = await call('resetPassword', { oobCode, newPassword: 'another horse' });
    expect(reset.statusCode).toBe(200);
    expect((await call('verifyPassword', { email, password: 'another horse' })).statusCode).toBe(
      200,
    );
  });

  it('changes an address by the older name of that mail', async () => {
    const { idToken, email } = await createVerifiedPerson(app);
    const newEmail = newAddress();
    const request = { requestType: 'NEW_EMAIL_ACCEPT', idToken, email, newEmail };
    expect((await call('getOobConfirmationCode', request)).json()).toMatchObject({ email });
    const oobCode = await receivedCode(app, newEmail, 'verify-and-change-email');
    expect((await call('setAccountInfo', { oobCode })).json()).toMatchObject({ email: newEmail });
  });

  it('signs in with a credential of a provider', async () => {
    const email = newAddress();
    const claims = JSON.stringify({ sub: email, email, email_verified: true, hd: 'example.com' });
    const answer = await call('verifyAssertion', {
      requestUri: 'http://localhost',
      postBody: new URLSearchParams({ providerId: 'google.com', id_token: claims }).toString(),
      returnSecureToken: true,
      returnIdpCredential: true,
      autoCreate: true,
    });
    expect(answer.json()).toMatchObject({
      kind: 'identitytoolkit#VerifyAssertionResponse',
      email,
      providerId: 'google.com',
      isNewUser: true,
      oauthIdToken: claims,
    });
  });

  it('begins a sign-in at a provider', async () => {
    const continueUri = app.config.publicUrl;
    const answer = await call('createAuthUri', { providerId: 'google.com', continueUri });
    expect(answer.json()).toMatchObject({
      kind: 'identitytoolkit#CreateAuthUriResponse',
      authUri: expect.stringContaining('/dev/identity-provider'),
    });
  });

  it('deletes the account, with the fields that iOS adds', async () => {
    const { idToken, localId } = await signUp();
    expect((await call('deleteAccount', { idToken, localId })).statusCode).toBe(200);
    expectIdentityRefusal(await call('getAccountInfo', { idToken }), 'auth/account-deleted');
  });

  it('refuses like the first version, and knows no other names', async () => {
    expectIdentityRefusal(await call('verifyPassword', {}), 'auth/missing-email');
    for (const name of ['verifyCustomToken', 'accounts:signUp', 'constructor', '']) {
      const answer = await call(name, {});
      expect(answer.statusCode).toBe(404);
      expectIdentityRefusal(answer, 'request/unknown-path');
    }
    const bare = await app.server.inject({ method: 'POST', url: `${prefix}/verifyPassword` });
    expectIdentityRefusal(bare, 'request/missing-api-key');
  });
});

it('has the names that those SDKs use', () => {
  const names = Object.values(wire.identity).flatMap((entry) =>
    'legacyName' in entry && entry.legacyName !== undefined ? [entry.legacyName] : [],
  );
  expect(names.sort()).toEqual([
    'createAuthUri',
    'deleteAccount',
    'emailLinkSignin',
    'getAccountInfo',
    'getOobConfirmationCode',
    'getProjectConfig',
    'resetPassword',
    'setAccountInfo',
    'signupNewUser',
    'verifyAssertion',
    'verifyPassword',
  ]);
});

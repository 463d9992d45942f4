import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrollApp, finalizeSignIn, showing } from '../../harness/authenticator.ts';
import {
  byMail,
  enterByLink,
  linkCode,
  mailLink,
  openMailBrowser,
  otherThan,
  signInByLink,
} from '../../harness/email-sign-in.ts';
import { inviteByOperator } from '../../harness/operators.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  changeEmail,
  createPerson,
  createVerifiedPerson,
  disable,
  expectIdentityRefusal,
  expectSessionOver,
  identity,
  lookup,
  newAddress,
  receivedCode,
  refresh,
  resetPassword,
  sendOobCode,
} from '../../harness/wire-client.ts';

const minute = 60_000;
const kind = 'identitytoolkit#EmailLinkSigninResponse';

describe('signInWithEmailLink', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ product: { policy: byMail } });
  });
  afterAll(() => app.close());

  const countSessions = async (uid: string) => {
    const { rows } = await sql`select 1 from sessions where account_id = ${uid}`.execute(app.db);
    return rows.length;
  };

  it('an address without an account: one is made, with a proven address', async () => {
    const email = newAddress();
    const answer = await signInByLink(app, email);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({
      kind,
      localId: expect.any(String),
      email,
      isNewUser: true,
      idToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: '3600',
    });
    const { localId, idToken } = answer.json();
    const [user] = (await lookup(app, idToken)).json().users;
    expect(user).toMatchObject({
      localId,
      email,
      emailVerified: true,
      providerUserInfo: [{ providerId: 'password', rawId: email, federatedId: email, email }],
    });
    expect(user).not.toHaveProperty('passwordHash');
    expect(user.createdAt).toBe(user.lastLoginAt);
  });

  it('tokens name the provider of passwords, as Google’s do, and keep it through a renewal', async () => {
    const { idToken, refreshToken } = (await signInByLink(app, newAddress())).json();
    expect(decodeJwt(idToken).firebase).toMatchObject({ sign_in_provider: 'password' });
    const renewed = await refresh(app, refreshToken);
    expect(decodeJwt(renewed.json().id_token).firebase).toMatchObject({
      sign_in_provider: 'password',
    });
  });

  it('an account with a proven address: entered, and its password stays', async () => {
    const ada = await createVerifiedPerson(app);
    const answer = await signInByLink(app, ada.email.toUpperCase());
    expect(answer.json()).toMatchObject({ localId: ada.uid, email: ada.email, isNewUser: false });
    const { email, password } = ada;
    const again = await identity(app, '/v1/accounts:signInWithPassword', { email, password });
    expect(again.statusCode, again.body).toBe(200);
    expect((await refresh(app, ada.refreshToken)).statusCode).toBe(200);
  });

  it('an account whose address nobody has proven: its maker keeps no way in', async () => {
    const squatter = await createPerson(app, 'Squatter');
    const { uid, email, password } = squatter;
    const reset = await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
    expect(reset.statusCode).toBe(200);
    const answer = await signInByLink(app, email);
    expect(answer.json()).toMatchObject({ localId: uid, isNewUser: false });
    const [user] = (await lookup(app, answer.json().idToken)).json().users;
    expect(user).toMatchObject({ emailVerified: true });
    expect(user).not.toHaveProperty('displayName');
    expect(user).not.toHaveProperty('passwordHash');
    await expectSessionOver(app, squatter);
    const again = await identity(app, '/v1/accounts:signInWithPassword', { email, password });
    expect(again.statusCode).toBe(400);
    expect(await countSessions(uid)).toBe(1);
  });

  it('an account with a second factor: no tokens before its code', async () => {
    const { person, authenticator } = await enrollApp(app, await createVerifiedPerson(app));
    app.clock.advance(minute);
    const answer = await signInByLink(app, person.email);
    expect(answer.json()).toEqual({
      kind,
      localId: person.uid,
      email: person.email,
      isNewUser: false,
      mfaPendingCredential: expect.stringMatching(/^[\w-]{43}$/),
      mfaInfo: [expect.objectContaining({ mfaEnrollmentId: authenticator.id })],
    });
    const { mfaPendingCredential } = answer.json();
    const shown = showing(mfaPendingCredential, authenticator, authenticator.code());
    const entered = await finalizeSignIn(app, shown);
    expect(entered.statusCode, entered.body).toBe(200);
    expect(decodeJwt(entered.json().idToken).firebase).toMatchObject({
      sign_in_provider: 'password',
      sign_in_second_factor: 'totp',
    });
  });

  it('a link once: refused the second time, and one session in 50 parallel tries', async () => {
    const email = newAddress();
    const oobCode = await mailLink(app, email);
    const tries = Array.from({ length: 50 }, () => enterByLink(app, { email, oobCode }));
    const answers = await Promise.all(tries);
    const entered = answers.filter(({ statusCode }) => statusCode === 200);
    expect(entered).toHaveLength(1);
    expect(await countSessions(entered[0]?.json().localId)).toBe(1);
    expectIdentityRefusal(await enterByLink(app, { email, oobCode }), 'auth/invalid-action-code');
  });

  it('the name of the protocol’s third version: answered alike', async () => {
    const email = newAddress();
    const body = { email, oobCode: await mailLink(app, email) };
    const path = '/identitytoolkit/v3/relyingparty/emailLinkSignin';
    const answer = await identity(app, path, body);
    expect(answer.json(), answer.body).toMatchObject({ kind, email });
  });

  it('off: refused, and so is asking for a link', async () => {
    const own = await createOwnTestApp({});
    const email = newAddress();
    const off = 'auth/email-sign-in-off';
    expectIdentityRefusal(await enterByLink(own, { email, oobCode: 'x' }), off);
    const asked = await sendOobCode(own, { requestType: 'EMAIL_SIGNIN', email });
    expectIdentityRefusal(asked, off);
  });

  it('refuses without a link, without an address, and with an address that is none', async () => {
    const email = newAddress();
    const oobCode = await mailLink(app, email);
    expectIdentityRefusal(await enterByLink(app, { email }), 'auth/missing-action-code');
    expectIdentityRefusal(await enterByLink(app, { oobCode }), 'auth/missing-email');
    expectIdentityRefusal(
      await enterByLink(app, { oobCode, email: 'nobody' }),
      'auth/invalid-email',
    );
    expect((await enterByLink(app, { email, oobCode })).statusCode).toBe(200);
  });

  it('refuses the link of another address, and keeps it usable', async () => {
    const email = newAddress();
    const oobCode = await mailLink(app, email);
    const other = { email: newAddress(), oobCode };
    expectIdentityRefusal(await enterByLink(app, other), 'auth/invalid-email');
    expect((await enterByLink(app, { email, oobCode })).statusCode).toBe(200);
  });

  it('refuses an unknown link, and one that is an hour old', async () => {
    const email = newAddress();
    const unknown = { email, oobCode: 'x'.repeat(43) };
    expectIdentityRefusal(await enterByLink(app, unknown), 'auth/invalid-action-code');
    const oobCode = await mailLink(app, email);
    app.clock.advance(60 * minute);
    expectIdentityRefusal(await enterByLink(app, { email, oobCode }), 'auth/expired-action-code');
  });

  it('refuses a disabled account', async () => {
    const ada = await createVerifiedPerson(app);
    const oobCode = await mailLink(app, ada.email);
    await disable(app, ada);
    const answer = await enterByLink(app, { email: ada.email, oobCode });
    expectIdentityRefusal(answer, 'auth/user-disabled');
  });

  it('refuses a link from before the password was reset', async () => {
    const { email } = await createVerifiedPerson(app);
    const oobCode = await mailLink(app, email);
    app.clock.advance(1);
    await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
    const reset = await receivedCode(app, email, 'reset-password');
    const changed = await resetPassword(app, { oobCode: reset, newPassword: 'another horse' });
    expect(changed.statusCode, changed.body).toBe(200);
    expectIdentityRefusal(await enterByLink(app, { email, oobCode }), 'auth/invalid-action-code');
  });

  it('refuses an account for an address that its former account may still take back', async () => {
    const ada = await createVerifiedPerson(app);
    await changeEmail(app, ada);
    const answer = await signInByLink(app, ada.email);
    expectIdentityRefusal(answer, 'auth/email-already-in-use');
  });

  it('refuses an account for an address that is no longer admitted', async () => {
    const own = await createOwnTestApp({ product: { policy: { ...byMail, signUp: 'closed' } } });
    const email = newAddress();
    await inviteByOperator(own, email);
    const oobCode = await mailLink(own, email);
    await sql`delete from account_invitations where email = ${email}`.execute(own.db);
    const answer = await enterByLink(own, { email, oobCode });
    expectIdentityRefusal(answer, 'auth/admin-restricted-operation');
  });

  it('refuses a network that asks too often', async () => {
    const own = await createOwnTestApp({
      product: { policy: byMail },
      env: { RATE_LIMITS: 'on' },
      standsStill: true,
    });
    const body = { email: newAddress(), oobCode: 'x' };
    for (let tries = 0; tries < 100; tries += 1) {
      expectIdentityRefusal(await enterByLink(own, body), 'auth/invalid-action-code');
    }
    expectIdentityRefusal(await enterByLink(own, body), 'auth/too-many-requests');
  });

  describe('with an ID token', () => {
    it('proves the address of the account, which keeps its password, and goes on in a new session', async () => {
      const ada = await createPerson(app);
      const { uid, email, password, idToken } = ada;
      const oobCode = await mailLink(app, email);
      const answer = await enterByLink(app, { email, oobCode, idToken });
      expect(answer.json(), answer.body).toMatchObject({ localId: uid, isNewUser: false });
      const [user] = (await lookup(app, answer.json().idToken)).json().users;
      expect(user).toMatchObject({ emailVerified: true, displayName: 'Ada Lovelace' });
      await expectSessionOver(app, ada);
      expect(await countSessions(uid)).toBe(1);
      const again = await identity(app, '/v1/accounts:signInWithPassword', { email, password });
      expect(again.statusCode, again.body).toBe(200);
    });

    it('an account with a second factor: the session keeps it', async () => {
      const { person } = await enrollApp(app, await createVerifiedPerson(app));
      const { email, idToken } = person;
      const oobCode = await mailLink(app, email);
      const answer = await enterByLink(app, { email, oobCode, idToken });
      expect(decodeJwt(answer.json().idToken).firebase).toMatchObject({
        sign_in_second_factor: 'totp',
      });
    });

    it('refuses another address, a sign-in of more than 5 minutes ago and an ended session, and keeps the link usable', async () => {
      const ada = await createPerson(app);
      const { idToken, email, refreshToken } = ada;
      const other = newAddress();
      const otherLink = { email: other, oobCode: await mailLink(app, other) };
      const elsewhere = await enterByLink(app, { ...otherLink, idToken });
      expectIdentityRefusal(elsewhere, 'auth/email-change-needs-link');
      expect((await enterByLink(app, otherLink)).statusCode).toBe(200);

      const link = { email, oobCode: await mailLink(app, email) };
      app.clock.advance(5 * minute + 1);
      const late = await enterByLink(app, { ...link, idToken });
      expectIdentityRefusal(late, 'auth/requires-recent-login');
      await identity(app, '/v1/accounts:signOut', { idToken, refreshToken });
      expectIdentityRefusal(await enterByLink(app, { ...link, idToken }), 'auth/token-expired');
      expect((await enterByLink(app, link)).statusCode).toBe(200);
    });

    it('a cookie session: refused to a script that would read the tokens', async () => {
      const browser = openMailBrowser(app);
      const email = newAddress();
      await browser.ask(email);
      const entered = await browser.enter({ email, code: await browser.digits(email) });
      const { idToken } = entered.json();
      const oobCode = await mailLink(app, email);
      const answer = await enterByLink(app, { email, oobCode, idToken });
      expectIdentityRefusal(answer, 'request/cross-site');
      const renewed = await browser.enter({ email, oobCode, idToken });
      expect(renewed.statusCode, renewed.body).toBe(200);
      expect(renewed.json()).not.toHaveProperty('refreshToken');
    });
  });

  describe('on our own page', () => {
    it('the digits of the mail: signed in by a cookie, and the link of the mail is used up', async () => {
      const browser = openMailBrowser(app);
      const email = newAddress();
      const asked = await browser.ask(email);
      expect(asked.json()).toEqual({
        kind: 'identitytoolkit#GetOobConfirmationCodeResponse',
        email,
        hasCode: true,
      });
      const digits = await browser.digits(email);
      const wide = [...(digits ?? '')].map((digit) => String.fromCharCode(Number(digit) + 0xff10));
      const code = ` ${wide.slice(0, 3).join('')} ${wide.slice(3).join('')}\n`;
      const answer = await browser.enter({ email, code });
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).not.toHaveProperty('refreshToken');
      const oobCode = await linkCode(app, email);
      expectIdentityRefusal(await browser.enter({ oobCode }), 'auth/invalid-action-code');
      const again = await browser.enter({ email, code });
      expectIdentityRefusal(again, 'auth/mailed-code-over');
    });

    it('the link without an address: enough in the browser that asked, and in no other', async () => {
      const browser = openMailBrowser(app);
      const email = newAddress();
      await browser.ask(email);
      const oobCode = await linkCode(app, email);
      const other = openMailBrowser(app);
      await other.ask(newAddress());
      expectIdentityRefusal(await other.enter({ oobCode }), 'auth/missing-email');
      const stolen = browser.cookies.get('hearth-social');
      const claimed = await enterByLink(app, { oobCode, sessionId: stolen });
      expectIdentityRefusal(claimed, 'auth/missing-email');
      expect((await browser.enter({ oobCode })).json()).toMatchObject({ email, isNewUser: true });
    });

    it('the digits in another browser: refused, and they stay usable', async () => {
      const browser = openMailBrowser(app);
      const email = newAddress();
      await browser.ask(email);
      const code = await browser.digits(email);
      const other = openMailBrowser(app);
      expectIdentityRefusal(await other.enter({ email, code }), 'auth/mailed-code-over');
      await other.ask(newAddress());
      expectIdentityRefusal(await other.enter({ email, code }), 'auth/mailed-code-over');
      const sessionId = browser.cookies.get('hearth-social');
      const claimed = await enterByLink(app, { email, code, sessionId });
      expectIdentityRefusal(claimed, 'auth/mailed-code-over');
      expect((await browser.enter({ email, code })).statusCode).toBe(200);
    });

    it('refuses wrong digits, what are none, no address, and right ones after 10 minutes', async () => {
      const browser = openMailBrowser(app);
      const email = newAddress();
      await browser.ask(email);
      const code = await browser.digits(email);
      const wrong = 'auth/invalid-verification-code';
      expectIdentityRefusal(await browser.enter({ email, code: otherThan(code) }), wrong);
      expectIdentityRefusal(await browser.enter({ email, code: '12345' }), wrong);
      expectIdentityRefusal(await browser.enter({ code }), 'auth/missing-email');
      app.clock.advance(10 * minute);
      expectIdentityRefusal(await browser.enter({ email, code }), 'auth/mailed-code-over');
    });

    it('right digits in 50 parallel tries: one session', async () => {
      const browser = openMailBrowser(app);
      const email = newAddress();
      await browser.ask(email);
      const code = await browser.digits(email);
      const tries = Array.from({ length: 50 }, () => browser.enter({ email, code }));
      const answers = await Promise.all(tries);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    });
  });
});

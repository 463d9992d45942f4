import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byMail } from '../../harness/email-sign-in.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  type Answer,
  changeEmail,
  createPerson,
  createVerifiedPerson,
  disable,
  expectIdentityRefusal,
  identityWith,
  newAddress,
  refresh,
  sendOobCode,
  signIn,
} from '../../harness/wire-client.ts';

const kind = 'identitytoolkit#GetOobConfirmationCodeResponse';

describe('sendOobCode', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const linkTo = async (email: string) => {
    const mail = (await receivedMails(app, email)).at(-1);
    return new URL(mail?.links.find((link) => link.includes('oobCode')) ?? '');
  };

  it('mails a link to verify the address of the token, whatever the body says', async () => {
    const { email, idToken } = await createPerson(app);
    const other = newAddress();
    const answer = await sendOobCode(app, { requestType: 'VERIFY_EMAIL', idToken, email: other });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ kind, email });
    expect(await receivedMails(app, other)).toEqual([]);

    const link = await linkTo(email);
    expect(link.origin + link.pathname).toBe(`${app.config.publicUrl}/auth/action`);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      mode: 'verifyEmail',
      oobCode: expect.stringMatching(/^[\w-]{43}$/),
      apiKey: app.config.apiKey,
      lang: 'en',
    });
    expect(answer.body).not.toContain(link.searchParams.get('oobCode'));
    const { rows } = await sql<{ codes: string }>`
      select string_agg(c::text, ' ') as codes from action_codes c`.execute(app.db);
    expect(rows[0]?.codes).not.toContain(link.searchParams.get('oobCode'));
  });

  it('leads on to an address that was asked for, in the language that was asked for', async () => {
    const { email } = await createPerson(app);
    const continueUrl = `${app.config.publicUrl}/billing?from=mail`;
    await sql`update accounts set language = null where email = ${email}`.execute(app.db);
    const answer = await identityWith(app, {
      path: '/v1/accounts:sendOobCode',
      body: { requestType: 'PASSWORD_RESET', email: email.toUpperCase(), continueUrl },
      headers: { 'x-firebase-locale': 'zh-CN', 'accept-language': 'en' },
    });
    expect(answer.json()).toEqual({ kind, email });
    const link = await linkTo(email);
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      mode: 'resetPassword',
      lang: 'zh',
      continueUrl,
    });
  });

  it('mails the new address, answers the present one, and changes nothing yet', async () => {
    const { email, password, idToken } = await createVerifiedPerson(app);
    const newEmail = newAddress();
    const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken };
    const answer = await sendOobCode(app, { ...request, newEmail: ` ${newEmail.toUpperCase()}` });
    expect(answer.json()).toEqual({ kind, email });
    const link = await linkTo(newEmail);
    expect(link.searchParams.get('mode')).toBe('verifyAndChangeEmail');
    await signIn(app, { email, password });
  });

  it('answers a known and an unknown address with the same bytes, and mails the known one', async () => {
    const { email } = await createPerson(app);
    const unknown = newAddress();
    const [one, other] = await Promise.all(
      [email, unknown].map((address) =>
        sendOobCode(app, { requestType: 'PASSWORD_RESET', email: address }),
      ),
    );
    expect(one?.statusCode).toBe(other?.statusCode);
    expect(one?.body.replace(email, '')).toBe(other?.body.replace(unknown, ''));
    expect(Object.keys(one?.headers ?? {})).toEqual(Object.keys(other?.headers ?? {}));
    expect(await receivedMails(app, email)).toHaveLength(1);
    expect(await receivedMails(app, unknown)).toEqual([]);
  });

  it.each([
    ['auth/missing-req-type', {}],
    ['auth/missing-req-type', { requestType: '' }],
    ['auth/email-sign-in-off', { requestType: 'EMAIL_SIGNIN', email: 'someone@example.com' }],
    ['auth/invalid-req-type', { requestType: 'RECOVER_EMAIL', email: 'someone@example.com' }],
    ['auth/invalid-req-type', { requestType: 'constructor' }],
    ['auth/invalid-req-type', { requestType: 'toString' }],
    ['auth/invalid-req-type', { requestType: '__proto__' }],
    ['auth/missing-id-token', { requestType: 'VERIFY_EMAIL' }],
    ['auth/missing-id-token', { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'a@b.example' }],
    ['auth/missing-email', { requestType: 'PASSWORD_RESET' }],
    ['auth/invalid-email', { requestType: 'PASSWORD_RESET', email: 'nobody' }],
    [
      'auth/insufficient-permission',
      { requestType: 'PASSWORD_RESET', email: 'a@b.example', returnOobLink: true },
    ],
    [
      'auth/invalid-continue-uri',
      { requestType: 'PASSWORD_RESET', email: 'a@b.example', continueUrl: 'nowhere' },
    ],
    [
      'auth/invalid-continue-uri',
      { requestType: 'PASSWORD_RESET', email: 'a@b.example', continueUrl: 'javascript:alert(1)' },
    ],
    [
      'auth/unauthorized-continue-uri',
      { requestType: 'PASSWORD_RESET', email: 'a@b.example', continueUrl: 'https://evil.example' },
    ],
    [
      'auth/unauthorized-continue-uri',
      {
        requestType: 'PASSWORD_RESET',
        email: 'a@b.example',
        continueUrl: 'http://localhost:3000@evil.example/',
      },
    ],
  ] as const)('refuses with %s: %j', async (code, body) => {
    const answer = await sendOobCode(app, body);
    expect(answer.statusCode).toBe(400);
    expectIdentityRefusal(answer, code);
  });

  it('says auth/user-not-found only when the protection is off', async () => {
    const open = await createOwnTestApp({ product: { emailEnumerationProtection: false } });
    const request = { requestType: 'PASSWORD_RESET', email: newAddress() };
    expectIdentityRefusal(await sendOobCode(open, request), 'auth/user-not-found');
    expect((await sendOobCode(app, request)).statusCode).toBe(200);
  });

  describe('for another address', () => {
    const requestType = 'VERIFY_AND_CHANGE_EMAIL';

    it('refuses none with auth/missing-new-email and a wrong one with auth/invalid-new-email', async () => {
      const { idToken } = await createVerifiedPerson(app);
      const none = await sendOobCode(app, { requestType, idToken });
      expectIdentityRefusal(none, 'auth/missing-new-email');
      const wrong = await sendOobCode(app, { requestType, idToken, newEmail: 'nobody' });
      expectIdentityRefusal(wrong, 'auth/invalid-new-email');
    });

    it('refuses one that is taken with auth/email-already-in-use', async () => {
      const { email, idToken } = await createVerifiedPerson(app);
      const { email: taken } = await createPerson(app);
      for (const newEmail of [taken, email]) {
        const answer = await sendOobCode(app, { requestType, idToken, newEmail });
        expectIdentityRefusal(answer, 'auth/email-already-in-use');
      }
    });

    it('refuses one that its last owner can still take back with auth/email-already-in-use', async () => {
      const grace = await createVerifiedPerson(app);
      await changeEmail(app, grace);
      const { idToken } = await createVerifiedPerson(app);
      const answer = await sendOobCode(app, { requestType, idToken, newEmail: grace.email });
      expectIdentityRefusal(answer, 'auth/email-already-in-use');
    });

    it('refuses one of another domain than policy.signUpDomains with auth/admin-restricted-operation', async () => {
      const own = await createOwnTestApp({
        product: { policy: { signUpDomains: ['example.com'] } },
      });
      const { idToken } = await createVerifiedPerson(own);
      const request = { requestType, idToken };
      const other = await sendOobCode(own, { ...request, newEmail: 'ada@mail.example.com' });
      expectIdentityRefusal(other, 'auth/admin-restricted-operation');
      expect((await sendOobCode(own, { ...request, newEmail: newAddress() })).statusCode).toBe(200);
    });

    it('refuses while the present one is unproven with auth/email-verification-required', async () => {
      const { idToken } = await createPerson(app);
      const answer = await sendOobCode(app, { requestType, idToken, newEmail: newAddress() });
      expectIdentityRefusal(answer, 'auth/email-verification-required');
      expect(answer.json().error.message).toBe('OPERATION_NOT_ALLOWED');
    });

    it('refuses 6 minutes after the sign-in with auth/requires-recent-login', async () => {
      const ada = await createVerifiedPerson(app);
      app.clock.advance(6 * 60_000);
      const { id_token } = (await refresh(app, ada.refreshToken)).json();
      const request = { requestType, newEmail: newAddress() };
      const late = await sendOobCode(app, { ...request, idToken: id_token });
      expectIdentityRefusal(late, 'auth/requires-recent-login');
      const { idToken } = await signIn(app, ada);
      expect((await sendOobCode(app, { ...request, idToken })).statusCode).toBe(200);
    });

    it('counts before it says whether one is taken', async () => {
      const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
      const { idToken } = await createVerifiedPerson(limited);
      const { email: newEmail } = await createPerson(limited);
      const request = { requestType, idToken, newEmail };
      for (const _time of Array(5)) {
        const answer = await sendOobCode(limited, request);
        expectIdentityRefusal(answer, 'auth/email-already-in-use');
      }
      expectIdentityRefusal(await sendOobCode(limited, request), 'auth/too-many-requests');
    });
  });

  describe('for a link to sign in with', () => {
    const requestType = 'EMAIL_SIGNIN';
    const app = 'https://app.example.com';
    const returning = 'https://return.example.com';
    const api = 'https://api.example.com';
    let own: TestApp;
    beforeAll(async () => {
      own = await createTestApp({
        product: { policy: byMail, authorizedDomains: [app], returnOrigins: [returning] },
        env: { CORS_ORIGINS: api },
      });
    });
    afterAll(() => own.close());

    const latest = async (email: string) => (await receivedMails(own, email)).at(-1);

    it('mails one that leads to the app, as Google’s SDK reads it, and no code', async () => {
      const email = newAddress();
      const continueUrl = `${app}/finish?cart=1#top`;
      const request = { requestType, email: email.toUpperCase(), continueUrl };
      const answer = await sendOobCode(own, { ...request, canHandleCodeInApp: true });
      expect(answer.json()).toEqual({ kind, email, hasCode: false });
      const mail = await latest(email);
      const link = new URL(mail?.links[0] ?? '');
      expect(link.origin + link.pathname + link.hash).toBe(`${app}/finish#top`);
      expect(Object.fromEntries(link.searchParams)).toEqual({
        cart: '1',
        mode: 'signIn',
        oobCode: expect.stringMatching(/^[\w-]{43}$/),
        apiKey: own.config.apiKey,
        lang: 'en',
        continueUrl,
      });
      expect(mail?.text).not.toMatch(/^\d{6}$/m);
    });

    it('leads to our own page without another one, and names no unproven account', async () => {
      const { email } = await createPerson(own, 'Your Bank');
      const answer = await sendOobCode(own, { requestType, email });
      expect(answer.statusCode, answer.body).toBe(200);
      const mail = await latest(email);
      expect(mail?.links[0]).toContain(`${own.config.publicUrl}/signin/email?mode=signIn&oobCode=`);
      expect(mail?.text).not.toContain('Your Bank');
    });

    it.each([
      ['auth/unauthorized-continue-uri', 'http://localhost:3000/nowhere'],
      ['auth/unauthorized-continue-uri', 'http://localhost:3000/signin'],
      ['auth/unauthorized-continue-uri', `${returning}/x`],
      ['auth/unauthorized-continue-uri', `${api}/x`],
      ['auth/unauthorized-continue-uri', 'https://evil.example/x'],
      ['auth/unauthorized-continue-uri', 'https://app.example.com.evil.example/'],
      ['auth/unauthorized-continue-uri', 'https://app.example.com:8443/'],
      ['auth/unauthorized-continue-uri', 'http://app.example.com/'],
      ['auth/invalid-continue-uri', 'javascript:alert(1)'],
      ['auth/invalid-continue-uri', '/signin'],
    ] as const)('refuses with %s to lead to %s', async (code, continueUrl) => {
      const email = newAddress();
      expectIdentityRefusal(await sendOobCode(own, { requestType, email, continueUrl }), code);
      expect(await receivedMails(own, email)).toEqual([]);
    });

    it('refuses without an address, and one that is none', async () => {
      expectIdentityRefusal(await sendOobCode(own, { requestType }), 'auth/missing-email');
      const none = await sendOobCode(own, { requestType, email: 'nobody' });
      expectIdentityRefusal(none, 'auth/invalid-email');
    });

    it('answers alike for an account, for none, and for a disabled one', async () => {
      const ada = await createVerifiedPerson(own);
      const bob = await createVerifiedPerson(own);
      await disable(own, bob);
      const unknown = newAddress();
      const answers: unknown[][] = [];
      for (const email of [ada.email, bob.email, unknown]) {
        const answer = await sendOobCode(own, { requestType, email });
        answers.push([answer.statusCode, answer.body.replace(email, '')]);
      }
      expect(new Set(answers.map(String)).size).toBe(1);
    });
  });

  it('mails one address a few times at most and then answers auth/too-many-requests', async () => {
    const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    const { email } = await createPerson(limited);
    for (const address of [email, newAddress()]) {
      const request = { requestType: 'PASSWORD_RESET', email: address };
      const answers: Answer[] = [];
      for (const _time of Array(7)) {
        answers.push(await sendOobCode(limited, request));
      }
      const statuses = answers.map((answer) => answer.statusCode);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 400, 400]);
      expectIdentityRefusal(answers[6] ?? expect.fail(), 'auth/too-many-requests');
    }
    expect(await receivedMails(limited, email)).toHaveLength(5);
    limited.clock.advance(5 * 60_000);
    const later = await sendOobCode(limited, { requestType: 'PASSWORD_RESET', email });
    expect(later.statusCode).toBe(200);
  });
});

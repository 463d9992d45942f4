import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Authenticator,
  beginSignIn,
  enrollApp,
  finalizeSignIn,
  showing,
} from '../../harness/authenticator.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  type Answer,
  cookieIdentity,
  createVerifiedPerson,
  disable,
  expectIdentityRefusal,
  identity,
  lookup,
  mailedCode,
  type Person,
  refresh,
  resetPassword,
} from '../../harness/wire-client.ts';

describe('finalizeMfaSignIn', () => {
  let app: TestApp;
  let ada: Person;
  let phone: Authenticator;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function enroll() {
    const enrolled = await enrollApp(app, await createVerifiedPerson(app));
    ada = enrolled.person;
    phone = enrolled.authenticator;
  }

  const show = async (code: string, pending?: string) =>
    await finalizeSignIn(app, showing(pending ?? (await beginSignIn(app, ada)), phone, code));

  it.each([-1, 0, 1])(
    'a code of the step %i: a session whose tokens name the factor',
    async (step) => {
      await enroll();
      // The code of the step before was used by the enrollment.
      app.clock.advance(60_000);
      const answer = await show(phone.code(step));
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toEqual({
        idToken: expect.any(String),
        refreshToken: expect.any(String),
        expiresIn: '3600',
      });
      const named = { sign_in_second_factor: 'totp', second_factor_identifier: phone.id };
      expect(decodeJwt(answer.json().idToken).firebase).toMatchObject({
        sign_in_provider: 'password',
        ...named,
      });
      const renewed = await refresh(app, answer.json().refreshToken);
      expect(decodeJwt(renewed.json().id_token).firebase).toMatchObject(named);
      const [user] = (await lookup(app, answer.json().idToken)).json().users;
      expect(user.mfaInfo).toEqual([
        {
          mfaEnrollmentId: phone.id,
          displayName: 'Phone',
          enrolledAt: expect.any(String),
          totpInfo: {},
        },
      ]);
    },
  );

  it('the first answer: who it is and which factors there are, and no token', async () => {
    await enroll();
    const { email, password, uid: localId } = ada;
    const body = { email, password };
    const answer = await identity(app, '/v1/accounts:signInWithPassword', body);
    expect(answer.json()).toEqual({
      kind: 'identitytoolkit#VerifyPasswordResponse',
      registered: true,
      localId,
      email,
      displayName: 'Ada Lovelace',
      mfaPendingCredential: expect.stringMatching(/^[\w-]{43}$/),
      mfaInfo: [
        {
          mfaEnrollmentId: phone.id,
          displayName: 'Phone',
          enrolledAt: expect.any(String),
          totpInfo: {},
        },
      ],
    });
  });

  it('spaces, hyphens and full-width digits: taken', async () => {
    await enroll();
    const [a = '', b = ''] = [phone.code().slice(0, 3), phone.code().slice(3)];
    const wide = b.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const answer = await show(` ${a} \u00a0${wide}\n`);
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it('a cookie session: the refresh token is in the cookie', async () => {
    await enroll();
    const body = showing(await beginSignIn(app, ada), phone, phone.code());
    const answer = await cookieIdentity(app, { path: '/v2/accounts/mfaSignIn:finalize', body });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).not.toHaveProperty('refreshToken');
    expect(answer.cookies.length).toBeGreaterThan(0);
  });

  it('the same code again, the enrollment’s, and a code of two steps ago: wrong', async () => {
    await enroll();
    const spent = phone.code(-1);
    expectIdentityRefusal(await show(spent), 'auth/invalid-verification-code');
    const code = phone.code();
    expect((await show(code)).statusCode).toBe(200);
    expectIdentityRefusal(await show(code), 'auth/invalid-verification-code');
  });

  it('one code in 50 parallel tries: one session', async () => {
    await enroll();
    const pendings = await Promise.all(Array.from({ length: 50 }, () => beginSignIn(app, ada)));
    const code = phone.code();
    const answers = await Promise.all(pendings.map((pending) => show(code, pending)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('a phone whose clock is off: told so, and the code is spent', async () => {
    await enroll();
    const early = phone.code(4);
    expectIdentityRefusal(await show(early), 'auth/verification-code-of-other-time');
    app.clock.advance(120_000);
    expectIdentityRefusal(await show(early), 'auth/invalid-verification-code');
    expect((await show(phone.code(1))).statusCode).toBe(200);
  });

  it('a wrong code of a clock that is off counts as wrong, and nobody hears of clocks without the password', async () => {
    await enroll();
    const body = showing('x'.repeat(43), phone, phone.code(4));
    const answer = await finalizeSignIn(app, body);
    expectIdentityRefusal(answer, 'auth/invalid-mfa-pending-credential');
  });

  it('five wrong codes: the sixth, right one is refused', async () => {
    await enroll();
    const pending = await beginSignIn(app, ada);
    const wrong = String((Number(phone.code()) + 1) % 1_000_000).padStart(6, '0');
    for (let tries = 0; tries < 5; tries += 1) {
      expectIdentityRefusal(await show(wrong, pending), 'auth/invalid-verification-code');
    }
    const late = await show(phone.code(), pending);
    expectIdentityRefusal(late, 'auth/invalid-mfa-pending-credential');
    expect((await show(phone.code())).statusCode).toBe(200);
  });

  it('a recovery code, typed in small letters: a session once, and a mail', async () => {
    await enroll();
    const [code = ''] = phone.recoveryCodes;
    const pending = await beginSignIn(app, ada);
    const body = {
      mfaPendingCredential: pending,
      totpVerificationInfo: { verificationCode: code.toLowerCase() },
    };
    const answer = await finalizeSignIn(app, body);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().recoveryCodesLeft).toBe(9);
    const mails = await receivedMails(app, ada.email);
    expect(mails.at(-1)?.subject).toContain('recovery code');
    // Any client of Google's SDK names the factor that it asked for.
    expectIdentityRefusal(await show(code), 'auth/invalid-verification-code');
    expect((await show(phone.recoveryCodes[1] ?? '')).statusCode).toBe(200);
  });

  it('another person’s recovery code: wrong', async () => {
    await enroll();
    const [code = ''] = phone.recoveryCodes;
    await enroll();
    expectIdentityRefusal(await show(code), 'auth/invalid-verification-code');
  });

  it('recovery codes at rest: hashes only', async () => {
    await enroll();
    const { rows } = await sql<{ code_hash: Buffer }>`
      select code_hash from recovery_codes where account_id = ${ada.uid}`.execute(app.db);
    const hashes = phone.recoveryCodes.map((code) =>
      createHash('sha256').update(code.replaceAll('-', '')).digest('hex'),
    );
    expect(rows.map((row) => row.code_hash.toString('hex')).sort()).toEqual(hashes.sort());
  });

  it('a credential after five minutes, an unknown one, or one that was used: refused', async () => {
    await enroll();
    const used = await beginSignIn(app, ada);
    const pending = await beginSignIn(app, ada);
    expect((await show(phone.code(), used)).statusCode).toBe(200);
    app.clock.advance(5 * 60_000);
    for (const one of [used, pending, 'x'.repeat(43)]) {
      const answer = await show(phone.code(), one);
      expectIdentityRefusal(answer, 'auth/invalid-mfa-pending-credential');
    }
  });

  it('a credential whose password was changed meanwhile: refused', async () => {
    await enroll();
    const pending = await beginSignIn(app, ada);
    const { email } = ada;
    const oobCode = await mailedCode(app, { requestType: 'PASSWORD_RESET', email }, email);
    await resetPassword(app, { oobCode, newPassword: 'another horse' });
    const answer = await show(phone.code(), pending);
    expectIdentityRefusal(answer, 'auth/invalid-mfa-pending-credential');
    // The reset leaves the factor.
    ada = { ...ada, password: 'another horse' };
    expect((await show(phone.code())).statusCode).toBe(200);
  });

  it('a credential with another person’s factor: refused, and the person’s own still works', async () => {
    await enroll();
    const [other, theirs] = [ada, phone];
    await enroll();
    const pending = await beginSignIn(app, other);
    const answer = await show(phone.code(), pending);
    expectIdentityRefusal(answer, 'auth/mfa-enrollment-not-found');
    const body = showing(pending, theirs, theirs.code());
    expect((await finalizeSignIn(app, body)).statusCode).toBe(200);
  });

  it('an account that was disabled meanwhile: refused', async () => {
    await enroll();
    const pending = await beginSignIn(app, ada);
    await disable(app, ada);
    expectIdentityRefusal(await show(phone.code(), pending), 'auth/user-disabled');
  });

  it('fields that are missing: refused by name', async () => {
    await enroll();
    const mfaPendingCredential = await beginSignIn(app, ada);
    const totpVerificationInfo = { verificationCode: phone.code() };
    const mfaEnrollmentId = phone.id;
    expectIdentityRefusal(
      await finalizeSignIn(app, { mfaEnrollmentId, totpVerificationInfo }),
      'auth/missing-mfa-pending-credential',
    );
    expectIdentityRefusal(
      await finalizeSignIn(app, { mfaPendingCredential, mfaEnrollmentId }),
      'auth/missing-verification-code',
    );
    expectIdentityRefusal(
      await finalizeSignIn(app, { mfaPendingCredential, totpVerificationInfo }),
      'auth/missing-mfa-enrollment-id',
    );
  });
});

it('many wrong codes: auth/too-many-requests, however many sign-ins were begun', async () => {
  const app = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
  const { person, authenticator } = await enrollApp(app, await createVerifiedPerson(app));
  const answers: Answer[] = [];
  for (let tries = 0; tries < 11; tries += 1) {
    const pending = await beginSignIn(app, person);
    answers.push(await finalizeSignIn(app, showing(pending, authenticator, 'abcdef')));
  }
  for (const answer of answers.slice(0, 10)) {
    expectIdentityRefusal(answer, 'auth/invalid-verification-code');
  }
  expectIdentityRefusal(answers[10] as never, 'auth/too-many-requests');
});

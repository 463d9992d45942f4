import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginSignIn,
  codeOf,
  enrollApp,
  finalizeEnrollment,
  finalizeSignIn,
  showing,
  startEnrollment,
} from '../../harness/authenticator.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  applyCode,
  changeEmail,
  createVerifiedPerson,
  document,
  expectIdentityRefusal,
  expectSessionOver,
  type Person,
  receivedCode,
  signIn,
} from '../../harness/wire-client.ts';

interface Started {
  readonly secret: string;
  readonly sessionInfo: string;
}

async function start(app: TestApp, { idToken }: Person): Promise<Started> {
  const { sharedSecretKey: secret, sessionInfo } = (await startEnrollment(app, idToken)).json()
    .totpSessionInfo;
  return { secret, sessionInfo };
}

describe('finalizeMfaEnrollment', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const finalize = (
    { idToken }: Pick<Person, 'idToken'>,
    sessionInfo: string | undefined,
    verificationCode: string | undefined,
    more: object = {},
  ) =>
    finalizeEnrollment(app, {
      idToken,
      totpVerificationInfo: { sessionInfo, verificationCode },
      ...more,
    });

  it('a right code: the factor is there, other sessions end, and ten recovery codes are shown', async () => {
    const ada = await createVerifiedPerson(app);
    const other = await signIn(app, ada);
    const { person, authenticator } = await enrollApp(app, ada, ' My phone ');

    await expectSessionOver(app, other);
    await expectSessionOver(app, ada);
    const methods = (await document(app, 'GET /v1/sign-in-methods', person)).json();
    expect(methods.second_factors).toMatchObject([
      { id: authenticator.id, display_name: 'My phone' },
    ]);
    expect(new Set(authenticator.recoveryCodes).size).toBe(10);
    for (const code of authenticator.recoveryCodes) {
      expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    }
    const [mail] = (await receivedMails(app, ada.email)).slice(-1);
    expect(mail).toMatchObject({ kind: 'factors-changed' });
    expect(mail?.subject).toContain('An authenticator app was added');
  });

  it('a second app: no further recovery codes, and either app opens the account', async () => {
    const first = await enrollApp(app, await createVerifiedPerson(app), 'Phone');
    const second = await enrollApp(app, first.person, 'Tablet');
    expect(second.authenticator.recoveryCodes).toEqual([]);
    for (const { authenticator } of [first, second]) {
      const pending = await beginSignIn(app, first.person);
      const answer = await finalizeSignIn(
        app,
        showing(pending, authenticator, authenticator.code()),
      );
      expect(answer.statusCode, answer.body).toBe(200);
    }
  });

  it('a press on "This was not me" in the mail: the factor goes, and with it sessions and password', async () => {
    const ada = await createVerifiedPerson(app);
    const { person, authenticator } = await enrollApp(app, ada);
    const code = await receivedCode(app, ada.email, 'factors-changed');
    expect((await applyCode(app, code)).statusCode).toBe(200);

    await expectSessionOver(app, person);
    expectIdentityRefusal(await signInWith(app, person), 'auth/invalid-credential');
    await receivedCode(app, ada.email, 'reset-password');
    expect(authenticator.id).toBeTruthy();
    const again = await applyCode(app, code);
    expectIdentityRefusal(again, 'auth/invalid-action-code');
  });

  it('a press after the address was changed: no reset is mailed to the new address', async () => {
    const { person } = await enrollApp(app, await createVerifiedPerson(app));
    const code = await receivedCode(app, person.email, 'factors-changed');
    const newEmail = await changeEmail(app, person);
    expect((await applyCode(app, code)).statusCode).toBe(200);
    const mails = await receivedMails(app, newEmail);
    expect(mails.map(({ kind }) => kind)).not.toContain('reset-password');
  });

  it('no enrollment named: refused', async () => {
    const ada = await createVerifiedPerson(app);
    expectIdentityRefusal(await finalize(ada, undefined, '123456'), 'auth/missing-session-info');
    const answer = await finalizeEnrollment(app, { idToken: ada.idToken });
    expectIdentityRefusal(answer, 'auth/missing-session-info');
  });

  it('an enrollment of another account, or a changed one: refused', async () => {
    const ada = await createVerifiedPerson(app);
    const bob = await createVerifiedPerson(app);
    const { secret, sessionInfo } = await start(app, bob);
    const code = codeOf(app, secret);
    expectIdentityRefusal(await finalize(ada, sessionInfo, code), 'auth/invalid-session-info');
    const changed = `${sessionInfo.slice(0, -4)}AAAA`;
    expectIdentityRefusal(await finalize(bob, changed, code), 'auth/invalid-session-info');
    expectIdentityRefusal(await finalize(bob, 'x', code), 'auth/invalid-session-info');
  });

  it('ten minutes later: refused', async () => {
    const ada = await createVerifiedPerson(app);
    const { secret, sessionInfo } = await start(app, ada);
    app.clock.advance(10 * 60_000);
    const answer = await finalize(ada, sessionInfo, codeOf(app, secret));
    expectIdentityRefusal(answer, 'auth/enrollment-expired');
  });

  it('no code, a wrong one, or one of a recovery code’s form: refused', async () => {
    const ada = await createVerifiedPerson(app);
    const { secret, sessionInfo } = await start(app, ada);
    const missing = await finalize(ada, sessionInfo, undefined);
    expectIdentityRefusal(missing, 'auth/missing-verification-code');
    const right = codeOf(app, secret);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    for (const code of [wrong, '12345', 'ABCD-EFGH-IJKL-MNOP', '１２３']) {
      const answer = await finalize(ada, sessionInfo, code);
      expectIdentityRefusal(answer, 'auth/invalid-verification-code');
    }
    expect((await finalize(ada, sessionInfo, right)).statusCode).toBe(200);
  });

  it('a phone whose clock is five minutes off: told so', async () => {
    const ada = await createVerifiedPerson(app);
    const { secret, sessionInfo } = await start(app, ada);
    const answer = await finalize(ada, sessionInfo, codeOf(app, secret, 10));
    expectIdentityRefusal(answer, 'auth/verification-code-of-other-time');
  });

  it('a repeated request: the factor exists once', async () => {
    const ada = await createVerifiedPerson(app);
    const { secret, sessionInfo } = await start(app, ada);
    const first = await finalize(ada, sessionInfo, codeOf(app, secret));
    const again = await finalize(first.json(), sessionInfo, codeOf(app, secret, 1));
    expectIdentityRefusal(again, 'auth/second-factor-already-in-use');
  });

  it('begun five times, finished a sixth time: auth/maximum-second-factor-count-exceeded', async () => {
    let person = await createVerifiedPerson(app);
    const sixth = await start(app, person);
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      ({ person } = await enrollApp(app, person, name));
    }
    const answer = await finalize(person, sixth.sessionInfo, codeOf(app, sixth.secret));
    expectIdentityRefusal(answer, 'auth/maximum-second-factor-count-exceeded');
  });

  it('an address that is no longer verified: auth/unverified-email', async () => {
    const ada = await createVerifiedPerson(app);
    const { secret, sessionInfo } = await start(app, ada);
    await app.db
      .withTables<{ accounts: { id: string; email_verified: boolean } }>()
      .updateTable('accounts')
      .set({ email_verified: false })
      .where('id', '=', ada.uid)
      .execute();
    const answer = await finalize(ada, sessionInfo, codeOf(app, secret));
    expectIdentityRefusal(answer, 'auth/unverified-email');
  });

  it('a name that shows nothing: auth/invalid-display-name', async () => {
    const ada = await createVerifiedPerson(app);
    const { secret, sessionInfo } = await start(app, ada);
    const more = { displayName: '\u200b' };
    const answer = await finalize(ada, sessionInfo, codeOf(app, secret), more);
    expectIdentityRefusal(answer, 'auth/invalid-display-name');
  });
});

const signInWith = (app: TestApp, { email, password }: Person) =>
  app.server.inject({
    method: 'POST',
    url: `/v1/accounts:signInWithPassword?key=${app.config.apiKey}`,
    payload: { email, password },
  });

it('many wrong codes: auth/too-many-requests', async () => {
  const app = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
  const { idToken, ...ada } = await createVerifiedPerson(app);
  const { sessionInfo } = await start(app, { idToken, ...ada });
  const totpVerificationInfo = { sessionInfo, verificationCode: '000000' };
  for (let tries = 0; tries < 20; tries += 1) {
    await finalizeEnrollment(app, { idToken, totpVerificationInfo });
  }
  const answer = await finalizeEnrollment(app, { idToken, totpVerificationInfo });
  expectIdentityRefusal(answer, 'auth/too-many-requests');
});

it('second factors turned off meanwhile: auth/second-factor-off', async () => {
  const product = { policy: { secondFactor: 'off' as const } };
  const app = await createOwnTestApp({});
  const ada = await createVerifiedPerson(app);
  const { secret, sessionInfo } = await start(app, ada);
  Object.assign(app.config.product.policy, product.policy);
  const totpVerificationInfo = { sessionInfo, verificationCode: codeOf(app, secret) };
  const answer = await finalizeEnrollment(app, { idToken: ada.idToken, totpVerificationInfo });
  expectIdentityRefusal(answer, 'auth/second-factor-off');
});

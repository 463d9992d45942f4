import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strongHashing } from '../../../src/modules/identity/index.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  applyCode,
  changeEmail,
  createPerson,
  createVerifiedPerson,
  disable,
  expectIdentityRefusal,
  expectSessionOver,
  identity,
  identityWith,
  lookup,
  mailedCode,
  newAddress,
  type Person,
  receivedCode,
  resetPassword,
  signIn,
} from '../../harness/wire-client.ts';

const hour = 3_600_000;
const newPassword = 'a new horse';

describe('resetPassword', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ hashing: strongHashing });
  });
  afterAll(() => app.close());

  /** Asks for a link that verifies, from a device; answers its code. */
  async function askAs(userAgent: string, { idToken, email }: Person): Promise<string> {
    const body = { requestType: 'VERIFY_EMAIL', idToken };
    const headers = { 'user-agent': userAgent };
    await identityWith(app, { path: '/v1/accounts:sendOobCode', body, headers });
    return await receivedCode(app, email, 'verify-email');
  }

  const askFor = (email: string) =>
    mailedCode(app, { requestType: 'PASSWORD_RESET', email }, email);

  it('sets the password, proves the address, and ends every other way in', async () => {
    const ada = await createPerson(app);
    const { email, uid } = ada;
    await sql`insert into identity_links (account_id, provider, subject, linked_at)
      values (${uid}, 'google.com', ${uid}, ${app.clock.now()})`.execute(app.db);
    const [first, second] = [await askFor(email), await askFor(email)];

    const answer = await resetPassword(app, { oobCode: second, newPassword });

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      kind: 'identitytoolkit#ResetPasswordResponse',
      requestType: 'PASSWORD_RESET',
      email,
    });
    await expectSessionOver(app, ada);
    const { idToken } = await signIn(app, { email, password: newPassword });
    const [account] = (await lookup(app, idToken)).json().users;
    expect(account).toMatchObject({
      emailVerified: true,
      providerUserInfo: [{ providerId: 'password' }],
    });
    const { password } = ada;
    expectIdentityRefusal(
      await identity(app, '/v1/accounts:signInWithPassword', { email, password }),
      'auth/invalid-credential',
    );
    for (const oobCode of [first, second]) {
      const again = await resetPassword(app, { oobCode, newPassword: 'yet another' });
      expectIdentityRefusal(again, 'auth/invalid-action-code');
    }
    const kinds = (await receivedMails(app, email)).map((mail) => mail.kind);
    expect(kinds).toContain('password-changed');
  });

  describe('without a new password', () => {
    it('says of a code that verifies who asked for it, when and from what device', async () => {
      const ada = await createPerson(app);
      const { uid, email, idToken } = ada;
      const openedAt = app.clock.now().getTime();
      app.clock.advance(hour / 2);
      const oobCode = await askAs('Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', ada);

      const { asker, ...rest } = (await resetPassword(app, { oobCode })).json();

      expect(rest).toMatchObject({ requestType: 'VERIFY_EMAIL', email });
      expect(rest).not.toHaveProperty('emailVerified');
      expect(asker).toEqual({
        localId: uid,
        displayName: 'Ada Lovelace',
        createdAt: expect.any(String),
        askedAt: expect.any(String),
        userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
      });
      const { createdAt, askedAt } = asker;
      expect(Math.abs(Date.parse(createdAt) - openedAt)).toBeLessThan(60_000);
      expect(Date.parse(askedAt) - Date.parse(createdAt)).toBeGreaterThanOrEqual(hour / 2);

      await applyCode(app, oobCode);
      expect((await resetPassword(app, { oobCode })).json()).toMatchObject({ emailVerified: true });
      const undo = await receivedCode(app, email, 'revert-verification');
      const looked = (await resetPassword(app, { oobCode: undo })).json();
      expect(looked).toMatchObject({ requestType: 'REVERT_VERIFICATION', email });
      expect(looked.asker).toMatchObject({ localId: uid, userAgent: asker.userAgent });
      expect((await lookup(app, idToken)).json().users[0].emailVerified).toBe(true);
    });

    it.each(['call +1 555 010 0199 now', 'http://evil.example'])(
      'does not repeat a name that is none: %s',
      async (displayName) => {
        const mallory = await createPerson(app, displayName);
        const oobCode = await askAs('', mallory);
        const { asker } = (await resetPassword(app, { oobCode })).json();
        expect(Object.keys(asker).sort()).toEqual(['askedAt', 'createdAt', 'localId']);
      },
    );

    it('repeats a long name, cut', async () => {
      const oobCode = await askAs('', await createPerson(app, 'x'.repeat(200)));
      const { asker } = (await resetPassword(app, { oobCode })).json();
      expect(asker.displayName).toBe(`${'x'.repeat(60)}…`);
    });

    it('says nothing of who asked for a new password', async () => {
      const { email } = await createPerson(app);
      const looked = await resetPassword(app, { oobCode: await askFor(email) });
      expect(looked.json()).not.toHaveProperty('asker');
    });

    it('says what a code of every type is for, and spends none', async () => {
      const ada = await createVerifiedPerson(app);
      const { email, idToken } = ada;
      const newEmail = newAddress();
      const codes = [
        [await mailedCode(app, { requestType: 'VERIFY_EMAIL', idToken }, email), 'VERIFY_EMAIL'],
        [await askFor(email), 'PASSWORD_RESET'],
      ];
      const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail };
      const change = await mailedCode(app, request, newEmail);
      for (const [oobCode, requestType] of [...codes, ...codes]) {
        const answer = await resetPassword(app, { oobCode });
        expect(answer.statusCode).toBe(200);
        expect(answer.json()).toMatchObject({ requestType, email });
        expect(answer.json()).not.toHaveProperty('newEmail');
      }
      const look = await resetPassword(app, { oobCode: change });
      expect(look.json()).toMatchObject({
        requestType: 'VERIFY_AND_CHANGE_EMAIL',
        email,
        newEmail,
      });

      expect((await applyCode(app, change)).statusCode).toBe(200);
      const recover = await receivedCode(app, email, 'recover-email');
      const undo = await resetPassword(app, { oobCode: recover });
      expect(undo.json()).toMatchObject({ requestType: 'RECOVER_EMAIL', email });
      expect(undo.json()).not.toHaveProperty('newEmail');
    });
  });

  it('judges before it spends: a refused password leaves the code alive', async () => {
    const { email } = await createPerson(app);
    const oobCode = await askFor(email);
    for (const weak of ['12345', '']) {
      expectIdentityRefusal(
        await resetPassword(app, { oobCode, newPassword: weak }),
        'auth/weak-password',
      );
    }
    expectIdentityRefusal(
      await resetPassword(app, { oobCode, newPassword: 'x'.repeat(4097) }),
      'auth/password-does-not-meet-requirements',
    );
    expect((await resetPassword(app, { oobCode, newPassword })).statusCode).toBe(200);
  });

  it('is won by one of two who redeem one code at once', async () => {
    const { email } = await createPerson(app);
    const oobCode = await askFor(email);
    const wishes = ['first horse', 'second horse', 'third horse'];
    const answers = await Promise.all(
      wishes.map((wish) => resetPassword(app, { oobCode, newPassword: wish })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400, 400]);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
      expectIdentityRefusal(answer, 'auth/invalid-action-code');
    }
    const winner = answers.findIndex((answer) => answer.statusCode === 200);
    await signIn(app, { email, password: wishes[winner] ?? '' });
  });

  it('leaves no session to a sign-in with the old password at the same moment', async () => {
    const ada = await createPerson(app);
    const oobCode = await askFor(ada.email);
    const { email, password } = ada;
    const attempt = () => identity(app, '/v1/accounts:signInWithPassword', { email, password });
    const [reset, ...attempts] = await Promise.all([
      resetPassword(app, { oobCode, newPassword }),
      ...Array.from({ length: 12 }, attempt),
    ]);
    expect(reset?.statusCode).toBe(200);
    for (const answer of attempts) {
      if (answer.statusCode === 200) {
        expectIdentityRefusal(await lookup(app, answer.json().idToken), 'auth/token-expired');
      } else {
        expectIdentityRefusal(answer, 'auth/invalid-credential');
      }
    }
    const { rows } = await sql`select 1 from sessions where account_id = ${ada.uid}`.execute(
      app.db,
    );
    expect(rows).toEqual([]);
  });

  it('refuses no code with auth/missing-action-code', async () => {
    for (const body of [{}, { oobCode: '' }, { newPassword }]) {
      expectIdentityRefusal(await resetPassword(app, body), 'auth/missing-action-code');
    }
  });

  it('refuses a guessed code, and one that is for something else, with auth/invalid-action-code', async () => {
    const { email, idToken } = await createPerson(app);
    const verify = await mailedCode(app, { requestType: 'VERIFY_EMAIL', idToken }, email);
    for (const oobCode of ['guessed', 'x'.repeat(5_000), verify]) {
      expectIdentityRefusal(
        await resetPassword(app, { oobCode, newPassword }),
        'auth/invalid-action-code',
      );
    }
    expect((await applyCode(app, verify)).statusCode).toBe(200);
  });

  it('refuses a code that went to an address that the account has left', async () => {
    const ada = await createVerifiedPerson(app);
    const oobCode = await askFor(ada.email);
    await changeEmail(app, ada);
    expectIdentityRefusal(
      await resetPassword(app, { oobCode, newPassword }),
      'auth/invalid-action-code',
    );
  });

  it('refuses after an hour with auth/expired-action-code', async () => {
    const { email } = await createPerson(app);
    const oobCode = await askFor(email);
    app.clock.advance(hour - 60_000);
    expect((await resetPassword(app, { oobCode })).statusCode).toBe(200);
    app.clock.advance(60_000);
    expectIdentityRefusal(await resetPassword(app, { oobCode }), 'auth/expired-action-code');
    expectIdentityRefusal(
      await resetPassword(app, { oobCode, newPassword }),
      'auth/expired-action-code',
    );
  });

  it('refuses a disabled account with auth/user-disabled', async () => {
    const ada = await createPerson(app);
    const oobCode = await askFor(ada.email);
    await disable(app, ada);
    expectIdentityRefusal(await resetPassword(app, { oobCode, newPassword }), 'auth/user-disabled');
  });

  it('refuses the own address with auth/password-too-common in the hardened profile', async () => {
    const { passwordPolicy } = app.config.product;
    const hardened = await createOwnTestApp({
      product: { passwordPolicy: { ...passwordPolicy, profile: 'hardened', minLength: 8 } },
    });
    const { email } = await createPerson(hardened);
    const request = { requestType: 'PASSWORD_RESET', email };
    const oobCode = await mailedCode(hardened, request, email);
    for (const guessable of ['iloveyou123', email.toUpperCase(), email.split('@')[0]]) {
      expectIdentityRefusal(
        await resetPassword(hardened, { oobCode, newPassword: guessable }),
        'auth/password-too-common',
      );
    }
    const passphrase = 'four plain lower words';
    const answer = await resetPassword(hardened, { oobCode, newPassword: passphrase });
    expect(answer.statusCode).toBe(200);
  });

  it('slows guesses of codes down with auth/reset-limit-exceeded', async () => {
    const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    const guesses = Array.from({ length: 110 }, (_, index) => ({ oobCode: `guess-${index}` }));
    const answers = await Promise.all(guesses.map((guess) => resetPassword(limited, guess)));
    const slowed = answers.filter(({ body }) => body.includes('RESET_PASSWORD_EXCEED_LIMIT'));
    expect(slowed.length).toBeGreaterThan(5);
    expectIdentityRefusal(slowed[0] ?? expect.fail(), 'auth/reset-limit-exceeded');
    limited.clock.advance(10 * 60_000);
    const later = await resetPassword(limited, { oobCode: 'guess' });
    expectIdentityRefusal(later, 'auth/invalid-action-code');
  });

  it('answers server/busy instead of piling up hashes, and leaves the code alive', async () => {
    // Slow hashes: those who come first fill the queue for as long as the others need.
    const slow = await createOwnTestApp({
      hashing: { memoryCost: 65_536, timeCost: 6, parallelism: 1 },
    });
    const people = await Promise.all(Array.from({ length: 4 }, () => createPerson(slow)));
    const codes = await Promise.all(
      people.map(({ email }) => mailedCode(slow, { requestType: 'PASSWORD_RESET', email }, email)),
    );
    const reset = (oobCode: string) => resetPassword(slow, { oobCode, newPassword });
    const strangers = Array.from({ length: 200 }, () =>
      identity(slow, '/v1/accounts:signInWithPassword', { email: newAddress(), password: 'x' }),
    );
    const answers = await Promise.all(codes.map(reset));
    await Promise.all(strangers);
    // Which of them come while the queue is full is not for the test to say.
    const busy = codes.filter((_, index) => answers[index]?.statusCode !== 200);
    expect(busy.length).toBeGreaterThan(0);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
      expectIdentityRefusal(answer, 'server/busy');
    }
    for (const code of busy) {
      expect((await reset(code)).statusCode).toBe(200);
    }
  });
});

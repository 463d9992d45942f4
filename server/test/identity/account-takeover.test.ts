import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receivedMails } from '../harness/mailbox.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  changeEmail,
  createVerifiedPerson,
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
  sendOobCode,
  signIn,
} from '../harness/wire-client.ts';

const day = 86_400_000;
const signInPath = '/v1/accounts:signInWithPassword';

describe('an account that was taken over', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function expectNoSignIn(email: string, password: string): Promise<void> {
    const answer = await identity(app, signInPath, { email, password });
    expectIdentityRefusal(answer, 'auth/invalid-credential');
  }

  async function changePassword({ email, idToken }: Person, password: string): Promise<Person> {
    const answer = await identity(app, '/v1/accounts:update', { idToken, password });
    expect(answer.statusCode, answer.body).toBe(200);
    const { localId, ...tokens } = answer.json();
    return { uid: localId, email, password, ...tokens };
  }

  it('goes back to its owner from the old mailbox, and the thief is out everywhere', async () => {
    const owner = await createVerifiedPerson(app);
    const { email: ownEmail, uid } = owner;

    // The thief knows the password, moves the account and shuts the owner out.
    const thief = await signIn(app, owner);
    const thiefEmail = await changeEmail(app, thief);
    const moved = await changePassword({ ...thief, email: thiefEmail }, 'thief’s password');
    const elsewhere = await signIn(app, moved);
    await sql`insert into identity_links (account_id, provider, subject, linked_at)
      values (${uid}, 'google.com', 'the thief', ${app.clock.now()})`.execute(app.db);
    const reset = await mailedCode(
      app,
      { requestType: 'PASSWORD_RESET', email: thiefEmail },
      thiefEmail,
    );
    const next = newAddress();
    const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: moved.idToken };
    const further = await mailedCode(app, { ...request, newEmail: next }, next);
    await expectNoSignIn(ownEmail, owner.password);
    await expectSessionOver(app, owner);

    const undo = await receivedCode(app, ownEmail, 'recover-email');
    const answer = await applyCode(app, undo);

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ localId: uid, email: ownEmail, emailVerified: true });
    for (const session of [thief, moved, elsewhere]) {
      await expectSessionOver(app, session);
    }
    for (const email of [ownEmail, thiefEmail]) {
      await expectNoSignIn(email, owner.password);
      await expectNoSignIn(email, moved.password);
    }
    for (const oobCode of [reset, further, undo]) {
      expectIdentityRefusal(await resetPassword(app, { oobCode }), 'auth/invalid-action-code');
    }
    const late = await sendOobCode(app, { ...request, newEmail: next });
    expectIdentityRefusal(late, 'auth/token-expired');

    const own = await receivedCode(app, ownEmail, 'reset-password');
    const set = await resetPassword(app, { oobCode: own, newPassword: 'mine again' });
    expect(set.statusCode).toBe(200);
    const back = await signIn(app, { email: ownEmail, password: 'mine again' });
    const [account] = (await lookup(app, back.idToken)).json().users;
    expect(account).toMatchObject({
      localId: uid,
      email: ownEmail,
      emailVerified: true,
      providerUserInfo: [{ providerId: 'password' }],
    });
    expect((await receivedMails(app, thiefEmail)).map((mail) => mail.kind)).not.toContain(
      'recover-email',
    );
  });

  it('goes back to its first owner even when the thief changed twice and undid that', async () => {
    const owner = await createVerifiedPerson(app);
    const second = await changeEmail(app, owner);
    app.clock.advance(60_000);
    await changeEmail(app, owner);
    const thiefsUndo = await receivedCode(app, second, 'recover-email');
    expect((await applyCode(app, thiefsUndo)).json().email).toBe(second);

    const undo = await receivedCode(app, owner.email, 'recover-email');
    expect((await applyCode(app, undo)).json().email).toBe(owner.email);
    const own = await receivedCode(app, owner.email, 'reset-password');
    const thiefsReset = await receivedCode(app, second, 'reset-password');
    const attempt = { oobCode: thiefsReset, newPassword: 'thief’s password' };
    expectIdentityRefusal(await resetPassword(app, attempt), 'auth/invalid-action-code');
    const set = await resetPassword(app, { oobCode: own, newPassword: 'mine again' });
    expect(set.statusCode).toBe(200);
  });

  it('is undone for good: the later link of the thief dies with the undoing', async () => {
    const owner = await createVerifiedPerson(app);
    const second = await changeEmail(app, owner);
    app.clock.advance(60_000);
    await changeEmail(app, owner);
    const thiefsUndo = await receivedCode(app, second, 'recover-email');
    const undo = await receivedCode(app, owner.email, 'recover-email');
    expect((await applyCode(app, undo)).statusCode).toBe(200);
    expectIdentityRefusal(await applyCode(app, thiefsUndo), 'auth/invalid-action-code');
    expectIdentityRefusal(await applyCode(app, undo), 'auth/invalid-action-code');
  });

  it('mails the way back to the old address after every change', async () => {
    const person = await createVerifiedPerson(app);
    const addresses = [person.email];
    for (const _time of [1, 2, 3]) {
      addresses.push(await changeEmail(app, person));
    }
    const current = addresses.pop() ?? '';
    for (const address of addresses) {
      const mails = await receivedMails(app, address);
      expect(mails.filter((mail) => mail.kind === 'recover-email')).toHaveLength(1);
    }
    const own = await receivedMails(app, current);
    expect(own.map((mail) => mail.kind)).toEqual(['verify-and-change-email']);
  });

  describe('while the way back is open', () => {
    it('keeps the old address from everybody else, for 7 days', async () => {
      const owner = await createVerifiedPerson(app);
      const other = await createVerifiedPerson(app);
      const held = newAddress();
      const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: other.idToken };
      const early = await mailedCode(app, { ...request, newEmail: held }, held);
      await changeEmail(app, owner, held);
      await changeEmail(app, owner);

      const signUp = () =>
        identity(app, '/v1/accounts:signUp', { email: held, password: 'squatter' });
      expectIdentityRefusal(await signUp(), 'auth/email-already-in-use');
      expectIdentityRefusal(
        await sendOobCode(app, { ...request, newEmail: held }),
        'auth/email-already-in-use',
      );
      expectIdentityRefusal(await applyCode(app, early), 'auth/email-already-in-use');

      app.clock.advance(7 * day);
      const undo = await receivedCode(app, held, 'recover-email');
      expectIdentityRefusal(await applyCode(app, undo), 'auth/expired-action-code');
      expect((await signUp()).statusCode).toBe(200);
    });

    it('lets its owner change back by the ordinary way', async () => {
      const owner = await createVerifiedPerson(app);
      await changeEmail(app, owner);
      expect(await changeEmail(app, owner, owner.email)).toBe(owner.email);
    });

    it('lasts to the end of the seventh day', async () => {
      const owner = await createVerifiedPerson(app);
      await changeEmail(app, owner);
      app.clock.advance(7 * day - 60_000);
      const undo = await receivedCode(app, owner.email, 'recover-email');
      expect((await applyCode(app, undo)).statusCode).toBe(200);
    });

    it('is walked by one of two who click at once', async () => {
      const owner = await createVerifiedPerson(app);
      await changeEmail(app, owner);
      const undo = await receivedCode(app, owner.email, 'recover-email');
      const answers = await Promise.all([1, 2, 3].map(() => applyCode(app, undo)));
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400, 400]);
      const mails = await receivedMails(app, owner.email);
      expect(mails.filter((mail) => mail.kind === 'reset-password')).toHaveLength(1);
    });

    it('is not walked by looking: the page behind the link and a look change nothing', async () => {
      const owner = await createVerifiedPerson(app);
      const thief = await signIn(app, owner);
      await changeEmail(app, thief);
      const undo = await receivedCode(app, owner.email, 'recover-email');
      const mail = (await receivedMails(app, owner.email)).at(-1);
      const link = new URL(mail?.links.find((one) => one.includes(undo)) ?? '');
      for (const method of ['GET', 'HEAD'] as const) {
        const page = await app.server.inject({ method, url: link.pathname + link.search });
        expect(page.statusCode).toBe(200);
      }
      expect((await resetPassword(app, { oobCode: undo })).statusCode).toBe(200);
      expect((await refresh(app, thief.refreshToken)).statusCode).toBe(200);
      expect((await applyCode(app, undo)).statusCode).toBe(200);
    });
  });
});

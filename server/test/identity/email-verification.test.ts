import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receivedMails } from '../harness/mailbox.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  createPerson,
  document,
  expectIdentityRefusal,
  expectSessionOver,
  identity,
  lookup,
  mailedCode,
  type Person,
  receivedCode,
  refresh,
  resetPassword,
  signIn,
} from '../harness/wire-client.ts';

const day = 86_400_000;

describe('verifying an address', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const codeOf = ({ idToken, email }: Person) =>
    mailedCode(app, { requestType: 'VERIFY_EMAIL', idToken }, email);
  const apply = (oobCode: string, { idToken }: Pick<Person, 'idToken'>) =>
    identity(app, '/v1/accounts:update', { oobCode, idToken });
  const isVerified = async ({ idToken }: Person) =>
    (await lookup(app, idToken)).json().users[0].emailVerified;

  async function undoMails({ email }: Person): Promise<number> {
    const mails = await receivedMails(app, email);
    return mails.filter(({ kind }) => kind === 'revert-verification').length;
  }

  it('by a press elsewhere verifies the open session, and mails one link that undoes it', async () => {
    const ada = await createPerson(app);
    const [first, second] = [await codeOf(ada), await codeOf(ada)];
    expect((await document(app, 'GET /v1/invites', ada)).json().hidden).toBe(0);

    for (const code of [first, first, second]) {
      const answer = await applyCode(app, code);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toMatchObject({ localId: ada.uid, emailVerified: true });
    }

    expect(await undoMails(ada)).toBe(1);
    expect(await isVerified(ada)).toBe(true);
    const renewed = await refresh(app, ada.refreshToken);
    expect(renewed.statusCode).toBe(200);
    const [, claims = ''] = renewed.json().id_token.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString()).email_verified).toBe(true);
  });

  it('by three presses at the same instant mails one link that undoes it', async () => {
    const ada = await createPerson(app);
    const code = await codeOf(ada);
    const answers = await Promise.all([1, 2, 3].map(() => applyCode(app, code)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await undoMails(ada)).toBe(1);
  });

  it('with a session of the account mails nothing', async () => {
    const ada = await createPerson(app);
    const code = await codeOf(ada);
    expect((await apply(code, ada)).statusCode).toBe(200);
    expect((await applyCode(app, code)).statusCode).toBe(200);
    expect(await isVerified(ada)).toBe(true);
    expect(await undoMails(ada)).toBe(0);
  });

  it('with the session of somebody else counts as a press', async () => {
    const ada = await createPerson(app);
    const bob = await createPerson(app);
    expect((await apply(await codeOf(ada), bob)).json()).toMatchObject({ localId: ada.uid });
    expect(await undoMails(ada)).toBe(1);
    expect(await isVerified(bob)).toBe(false);
  });

  it('with a session that has ended is refused, and verifies nothing', async () => {
    const ada = await createPerson(app);
    const code = await codeOf(ada);
    await sql`delete from sessions where account_id = ${ada.uid}`.execute(app.db);
    expectIdentityRefusal(await apply(code, ada), 'auth/token-expired');
    const { rows } = await sql`select email_verified from accounts
      where id = ${ada.uid}`.execute(app.db);
    expect(rows).toEqual([{ email_verified: false }]);
  });

  describe('is undone by the mailed link', () => {
    it('through update, as Google’s SDK sends it, within 7 days', async () => {
      const squatter = await createPerson(app);
      await applyCode(app, await codeOf(squatter));
      const undo = await receivedCode(app, squatter.email, 'revert-verification');
      app.clock.advance(7 * day - 60_000);

      const answer = await applyCode(app, undo);

      expect(answer.json()).toMatchObject({ localId: squatter.uid, emailVerified: false });
      expect(answer.json()).not.toHaveProperty('displayName');
      await expectSessionOver(app, squatter);
      expectIdentityRefusal(await applyCode(app, undo), 'auth/invalid-action-code');
    });

    it('no longer after 7 days', async () => {
      const ada = await createPerson(app);
      await applyCode(app, await codeOf(ada));
      const undo = await receivedCode(app, ada.email, 'revert-verification');
      app.clock.advance(7 * day);
      expectIdentityRefusal(await applyCode(app, undo), 'auth/expired-action-code');
      expect(await isVerified(await signIn(app, ada))).toBe(true);
    });

    it('never by looking at it', async () => {
      const ada = await createPerson(app);
      await applyCode(app, await codeOf(ada));
      const undo = await receivedCode(app, ada.email, 'revert-verification');
      expect((await resetPassword(app, { oobCode: undo })).statusCode).toBe(200);
      const attempt = { oobCode: undo, newPassword: 'taken by a stranger' };
      expectIdentityRefusal(await resetPassword(app, attempt), 'auth/invalid-action-code');
      expect(await isVerified(ada)).toBe(true);
    });

    it('and verified again by the new password that its reader sets by mail', async () => {
      const squatter = await createPerson(app);
      await applyCode(app, await codeOf(squatter));
      await applyCode(app, await receivedCode(app, squatter.email, 'revert-verification'));
      const { email } = squatter;
      const reset = await mailedCode(app, { requestType: 'PASSWORD_RESET', email }, email);
      const set = await resetPassword(app, { oobCode: reset, newPassword: 'mine from now on' });
      expect(set.statusCode).toBe(200);
      expect(await undoMails(squatter)).toBe(1);
      const reader = await signIn(app, { email, password: 'mine from now on' });
      expect(await isVerified(reader)).toBe(true);
    });
  });
});

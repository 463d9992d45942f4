import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam, invite, joinAs } from '../../harness/factories.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  applyCode,
  callable,
  changeEmail,
  createFreeSubscription,
  createPerson,
  createVerifiedPerson,
  disable,
  disownAccount,
  document,
  expectIdentityRefusal,
  expectSessionOver,
  identity,
  lookup,
  mailedCode,
  newAddress,
  type Person,
  receivedCode,
  resetPassword,
  signIn,
} from '../../harness/wire-client.ts';

const path = '/v1/accounts:disown';
const day = 86_400_000;

describe('disownAccount', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const codeOf = ({ idToken, email }: Person) =>
    mailedCode(app, { requestType: 'VERIFY_EMAIL', idToken }, email);
  const undoOf = ({ email }: Person) => receivedCode(app, email, 'revert-verification');
  const signUpAs = (email: string) =>
    identity(app, '/v1/accounts:signUp', { email, password: 'another horse' });

  /** A sign-in at the sandbox's Google whose address proves nothing. */
  const google = (sub: string, more: object = {}) =>
    identity(app, '/v1/accounts:signInWithIdp', {
      postBody: new URLSearchParams({
        providerId: 'google.com',
        id_token: JSON.stringify({ sub, email: `${sub}@gmail.example` }),
      }).toString(),
      requestUri: 'http://localhost',
      returnSecureToken: true,
      ...more,
    });

  async function expectNoSignIn({ email, password }: Person): Promise<void> {
    const answer = await identity(app, '/v1/accounts:signInWithPassword', { email, password });
    expectIdentityRefusal(answer, 'auth/invalid-credential');
  }

  async function membersOf(subscriptionId: string, { idToken }: Person): Promise<string[]> {
    const answer = await callable(app, 'getSubscriptionUsers', {
      data: { subscriptionId },
      idToken,
    });
    return answer.json().data.users.map(({ email }: { email: string }) => email);
  }

  /** The account as the reader of its mailbox finds it, after a reset by mail. */
  async function enterByMail({ email }: Person): Promise<Person> {
    const oobCode = await mailedCode(app, { requestType: 'PASSWORD_RESET', email }, email);
    const newPassword = 'the reader’s own';
    expect((await resetPassword(app, { oobCode, newPassword })).statusCode).toBe(200);
    return await signIn(app, { email, password: newPassword });
  }

  it('leaves a squatter nothing after the reader of the mailbox said yes by mistake', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const squatter = await createPerson(app, 'Mallory');
    const { email, uid, idToken } = squatter;
    const verify = await codeOf(squatter);
    const permissions = ['access', 'admin'];
    const wanted = { subscriptionId, email, idToken: owner.idToken, permissions };
    const { inviteId } = await invite(app, wanted);
    await applyCode(app, verify);
    const accepted = await callable(app, 'acceptInvite', { data: { inviteId }, idToken });
    expect(accepted.statusCode, accepted.body).toBe(200);
    await invite(app, { subscriptionId, email: newAddress(), idToken });
    expect((await google(`sub-${uid}`, { idToken })).statusCode).toBe(200);
    const elsewhere = await signIn(app, squatter);
    const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: elsewhere.idToken };
    const away = newAddress();
    const change = await mailedCode(app, { ...request, newEmail: away }, away);

    const answer = await disownAccount(app, await undoOf(squatter));

    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ kind: 'identitytoolkit#DisownAccountResponse', email });
    await expectSessionOver(app, squatter);
    await expectSessionOver(app, elsewhere);
    await expectNoSignIn(squatter);
    const byGoogle = await google(`sub-${uid}`);
    expect(byGoogle.json().localId).not.toBe(uid);
    for (const oobCode of [verify, change]) {
      expectIdentityRefusal(await applyCode(app, oobCode), 'auth/invalid-action-code');
    }
    expect(await membersOf(subscriptionId, owner)).toEqual([owner.email]);
    const { rows } = await sql`select status from invites
      where subscription_id = ${subscriptionId}`.execute(app.db);
    expect(rows).toEqual([{ status: 'revoked' }, { status: 'revoked' }]);
    const { rows: seats } = await sql`select member_count from subscriptions
      where id = ${subscriptionId}`.execute(app.db);
    expect(seats).toEqual([{ member_count: 1 }]);
    expectIdentityRefusal(await signUpAs(email), 'auth/email-already-in-use');
  });

  it('ends an account that was never verified, by the link that would verify it', async () => {
    const squatter = await createPerson(app, 'Mallory');
    const code = await codeOf(squatter);
    const waiting = await codeOf(squatter);
    expect((await disownAccount(app, code)).statusCode).toBe(200);
    await expectSessionOver(app, squatter);
    await expectNoSignIn(squatter);
    for (const oobCode of [code, waiting]) {
      expectIdentityRefusal(await disownAccount(app, oobCode), 'auth/invalid-action-code');
      expectIdentityRefusal(await applyCode(app, oobCode), 'auth/invalid-action-code');
    }
    const mails = (await receivedMails(app, squatter.email)).map(({ kind }) => kind);
    expect(mails).not.toContain('reset-password');
  });

  it('lets the reader in by a new password, to a nameless account that keeps what it owns', async () => {
    const squatter = await createPerson(app, 'Mallory');
    const { uid, idToken } = squatter;
    const code = await codeOf(squatter);
    const photoUrl = 'https://example.com/mallory.png';
    await identity(app, '/v1/accounts:update', { idToken, photoUrl });
    const id = await createFreeSubscription(app, squatter);

    await disownAccount(app, code);
    const reader = await enterByMail(squatter);

    const [account] = (await lookup(app, reader.idToken)).json().users;
    expect(account).toMatchObject({ localId: uid, emailVerified: true });
    expect(account).not.toHaveProperty('displayName');
    expect(account).not.toHaveProperty('photoUrl');
    const owned = (await document(app, `GET /v1/subscriptions/${id}`, reader)).json();
    expect(owned).toMatchObject({ owner_id: uid, status: 'active' });
    const data = { subscriptionId: id, confirmationId: id };
    const canceled = await callable(app, 'cancelSubscription', { data, idToken: reader.idToken });
    expect(canceled.statusCode, canceled.body).toBe(200);
  });

  it('keeps a membership that is older than the verification', async () => {
    const [before, after] = [await createTeam(app), await createTeam(app)];
    const ada = await createPerson(app);
    const join = ({ subscriptionId, owner }: typeof before) =>
      joinAs(app, ada, { subscriptionId, idToken: owner.idToken });
    await join(before);
    app.clock.advance(60_000);
    const code = await codeOf(ada);
    app.clock.advance(60_000);
    await join(after);
    expect((await disownAccount(app, code)).statusCode).toBe(200);
    expect(await membersOf(before.subscriptionId, before.owner)).toContain(ada.email);
    expect(await membersOf(after.subscriptionId, after.owner)).not.toContain(ada.email);
  });

  it('takes back all since the verification, also by a link that was asked for later', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const squatter = await createPerson(app);
    await applyCode(app, await codeOf(squatter));
    await joinAs(app, squatter, { subscriptionId, idToken: owner.idToken });
    app.clock.advance(day / 24);
    const later = await codeOf(await signIn(app, squatter));
    const reader = await signIn(app, owner);
    expect((await disownAccount(app, later)).statusCode).toBe(200);
    expect(await membersOf(subscriptionId, reader)).toEqual([owner.email]);
  });

  it('brings the address back that the squatter moved the account away from', async () => {
    const squatter = await createPerson(app);
    await applyCode(app, await codeOf(squatter));
    const undo = await undoOf(squatter);
    app.clock.advance(60_000);
    const moved = { ...squatter, email: await changeEmail(app, squatter) };
    const way = await receivedCode(app, squatter.email, 'recover-email');

    const answer = await disownAccount(app, undo);

    expect(answer.json().email).toBe(squatter.email);
    await expectSessionOver(app, squatter);
    await expectNoSignIn(moved);
    expectIdentityRefusal(await applyCode(app, way), 'auth/invalid-action-code');
    expect((await signUpAs(moved.email)).statusCode).toBe(200);
    expect((await enterByMail(squatter)).uid).toBe(squatter.uid);
  });

  it('leaves the owner of an earlier address the way back', async () => {
    const owner = await createVerifiedPerson(app);
    const thiefs = { ...owner, email: await changeEmail(app, owner) };
    app.clock.advance(60_000);
    await disownAccount(app, await codeOf(thiefs));
    // The thief's own provider then vouches for the address.
    const taken = await identity(app, '/v1/accounts:signInWithIdp', {
      postBody: new URLSearchParams({
        providerId: 'google.com',
        id_token: JSON.stringify({
          sub: 't',
          email: thiefs.email,
          email_verified: true,
          hd: 'example.com',
        }),
      }).toString(),
      requestUri: 'http://localhost',
      returnSecureToken: true,
    });
    expect(taken.json().localId).toBe(owner.uid);
    const way = await receivedCode(app, owner.email, 'recover-email');
    expect((await applyCode(app, way)).json()).toMatchObject({ email: owner.email });
    expect((await enterByMail(owner)).uid).toBe(owner.uid);
  });

  it('is won by one of three presses at the same instant', async () => {
    const squatter = await createPerson(app);
    const code = await codeOf(squatter);
    const answers = await Promise.all([1, 2, 3].map(() => disownAccount(app, code)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  });

  it('refuses no code with auth/missing-action-code', async () => {
    expectIdentityRefusal(await identity(app, path, {}), 'auth/missing-action-code');
    expectIdentityRefusal(await disownAccount(app, ''), 'auth/missing-action-code');
  });

  it('refuses codes for something else and guessed ones with auth/invalid-action-code', async () => {
    const ada = await createVerifiedPerson(app);
    const { email, idToken } = ada;
    const reset = await mailedCode(app, { requestType: 'PASSWORD_RESET', email }, email);
    const newEmail = newAddress();
    const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail };
    const change = await mailedCode(app, request, newEmail);
    for (const oobCode of [reset, change, 'guessed', 'x'.repeat(5_000)]) {
      expectIdentityRefusal(await disownAccount(app, oobCode), 'auth/invalid-action-code');
    }
    const stale = await codeOf(ada);
    await applyCode(app, change);
    expectIdentityRefusal(await disownAccount(app, stale), 'auth/invalid-action-code');
    const recover = await receivedCode(app, email, 'recover-email');
    expectIdentityRefusal(await disownAccount(app, recover), 'auth/invalid-action-code');
    expect((await lookup(app, idToken)).statusCode).toBe(200);
  });

  it('refuses an old code with auth/expired-action-code', async () => {
    const ada = await createPerson(app);
    const code = await codeOf(ada);
    app.clock.advance(day);
    expectIdentityRefusal(await disownAccount(app, code), 'auth/expired-action-code');
  });

  it('refuses an address that somebody else has by now with auth/email-already-in-use', async () => {
    const squatter = await createPerson(app);
    await applyCode(app, await codeOf(squatter));
    const undo = await undoOf(squatter);
    await changeEmail(app, squatter);
    // Held while the squatter's own way back lives, so only a database that was repaired by hand has this.
    await sql`delete from action_codes where type = 'RECOVER_EMAIL'
      and email = ${squatter.email}`.execute(app.db);
    expect((await signUpAs(squatter.email)).statusCode).toBe(200);
    expectIdentityRefusal(await disownAccount(app, undo), 'auth/email-already-in-use');
    expect((await lookup(app, squatter.idToken)).statusCode).toBe(200);
  });

  it('refuses a disabled account with auth/user-disabled', async () => {
    const ada = await createPerson(app);
    const code = await codeOf(ada);
    await disable(app, ada);
    expectIdentityRefusal(await disownAccount(app, code), 'auth/user-disabled');
  });

  it('counts codes by network and answers auth/too-many-requests', async () => {
    const own = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    const guesses = Array.from({ length: 110 }, (_, index) => disownAccount(own, `guess-${index}`));
    const refused = (await Promise.all(guesses)).filter(({ body }) => body.includes('TOO_MANY'));
    expect(refused.length).toBeGreaterThan(5);
    expectIdentityRefusal(refused[0] ?? expect.fail(), 'auth/too-many-requests');
  });
});

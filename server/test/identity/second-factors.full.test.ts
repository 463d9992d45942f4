import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { social, update } from '../audit/provider-changes.ts';
import {
  beginSignIn,
  enrollApp,
  finalizeSignIn,
  showing,
  withdrawFactor,
} from '../harness/authenticator.ts';
import { addMember, createTeam } from '../harness/factories.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { callAs, createOperator, operatedEnv } from '../harness/operators.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  callable,
  changeEmail,
  createVerifiedPerson,
  disownAccount,
  document,
  expectIdentityRefusal,
  expectRefusal,
  expectSessionOver,
  identity,
  lookup,
  mailedCode,
  type Person,
  receivedCode,
  resetPassword,
  signIn,
} from '../harness/wire-client.ts';
import { atGoogle } from './social-links.ts';

describe('an account with a second factor', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const enroll = async () => await enrollApp(app, await createVerifiedPerson(app));

  it('a sign-in at a linked provider: asked for the factor, and the token names both', async () => {
    const ada = await createVerifiedPerson(app);
    const claims = { email: ada.email, sub: ada.uid };
    await social(app, claims);
    const { authenticator } = await enrollApp(app, ada);
    const answer = await social(app, claims);
    expect(answer.json()).toMatchObject({ providerId: 'google.com', isNewUser: false });
    expect(answer.json()).not.toHaveProperty('idToken');
    const { mfaPendingCredential: pending } = answer.json();
    const body = showing(pending, authenticator, authenticator.code());
    const opened = await finalizeSignIn(app, body);
    expect(decodeJwt(opened.json().idToken).firebase).toMatchObject({
      sign_in_provider: 'google.com',
      sign_in_second_factor: 'totp',
    });
  });

  it('a new password, ended sessions, a linked provider: the session keeps its factor', async () => {
    const { person, authenticator } = await enroll();
    const changed = await update(app, person, { password: 'another horse' });
    const factor = { second_factor_identifier: authenticator.id };
    expect(decodeJwt(changed.json().idToken).firebase).toMatchObject(factor);
    const ended = await update(app, changed.json(), { validSince: '1' });
    expect(decodeJwt(ended.json().idToken).firebase).toMatchObject(factor);
    const { idToken } = ended.json();
    const linked = await identity(app, '/v1/accounts:signInWithIdp', {
      idToken,
      requestUri: 'http://localhost',
      postBody: `providerId=google.com&id_token=${JSON.stringify({ sub: person.uid })}`,
    });
    expect(decodeJwt(linked.json().idToken).firebase).toMatchObject(factor);
  });

  it('an address brought back from the old mailbox: factors added since are gone, earlier ones stay', async () => {
    const { person, authenticator: mine } = await enroll();
    await changeEmail(app, person);
    app.clock.advance(1000);
    await enrollApp(app, person, 'Thief');
    const code = await receivedCode(app, person.email, 'recover-email');
    expect((await applyCode(app, code)).statusCode).toBe(200);

    const oobCode = await receivedCode(app, person.email, 'reset-password');
    await resetPassword(app, { oobCode, newPassword: 'another horse' });
    const pending = await beginSignIn(app, { ...person, password: 'another horse' });
    const opened = await finalizeSignIn(app, showing(pending, mine, mine.code()));
    expect(opened.statusCode, opened.body).toBe(200);
    const [user] = (await lookup(app, opened.json().idToken)).json().users;
    expect(user.mfaInfo.map((one: { displayName: string }) => one.displayName)).toEqual(['Phone']);
  });

  it('an address brought back: a factor that the thief has removed is asked for again', async () => {
    const { person, authenticator: mine } = await enroll();
    await changeEmail(app, person);
    app.clock.advance(1000);
    expect((await withdrawFactor(app, person.idToken, mine.id)).statusCode).toBe(200);
    await applyCode(app, await receivedCode(app, person.email, 'recover-email'));
    const oobCode = await receivedCode(app, person.email, 'reset-password');
    await resetPassword(app, { oobCode, newPassword: 'another horse' });
    await beginSignIn(app, { ...person, password: 'another horse' });
  });

  it('a disowned account: its factors were a stranger’s and go', async () => {
    const ada = await createVerifiedPerson(app);
    const code = await receivedCode(app, ada.email, 'verify-email');
    const { person } = await enrollApp(app, ada);
    expect((await disownAccount(app, code)).statusCode).toBe(200);
    await expectSessionOver(app, person);
    const request = { requestType: 'PASSWORD_RESET', email: person.email };
    await identity(app, '/v1/accounts:sendOobCode', request);
    const oobCode = await receivedCode(app, person.email, 'reset-password');
    await resetPassword(app, { oobCode, newPassword: 'another horse' });
    await signIn(app, { ...person, password: 'another horse' });
  });

  it('a stolen phone that its owner removes after a recovery code: no link brings it back', async () => {
    const { person, authenticator } = await enroll();
    const pending = await beginSignIn(app, person);
    const [code = ''] = authenticator.recoveryCodes;
    const opened = await finalizeSignIn(app, showing(pending, authenticator, code));
    const { idToken } = opened.json();
    expect((await withdrawFactor(app, idToken, authenticator.id)).statusCode).toBe(200);
    const mails = (await receivedMails(app, person.email)).slice(-1);
    expect(mails).toMatchObject([{ kind: 'authenticator-removed' }]);
    expect(mails[0]?.links.join()).not.toContain('oobCode');
  });

  it('an intruder who resets from a new mailbox: the links in the old one still undo', async () => {
    const ada = await createVerifiedPerson(app);
    const thief = { sub: `thief of ${ada.uid}`, email: 'thief@example.org' };
    const first = await signIn(app, ada);
    await atGoogle(app, thief, { idToken: first.idToken });
    app.clock.advance(1_000);
    const second = await signIn(app, ada);
    const newEmail = await changeEmail(app, second);
    const request = { requestType: 'PASSWORD_RESET', email: newEmail };
    const oobCode = await mailedCode(app, request, newEmail);
    await resetPassword(app, { oobCode, newPassword: 'battery staple' });

    // In the order in which the mails came.
    for (const kind of ['provider-linked', 'recover-email'] as const) {
      const press = await applyCode(app, await receivedCode(app, ada.email, kind));
      expect(press.statusCode, press.body).toBe(200);
    }
    const stranger = await atGoogle(app, thief);
    expect(stranger.json().localId).not.toBe(ada.uid);
  });

  it('a provider that an intruder replaced: back by the links, in the order in which they came', async () => {
    const ada = await createVerifiedPerson(app);
    const own = { sub: `owner ${ada.uid}`, email: 'ada@gmail.com' };
    const thief = { sub: `thief of ${ada.uid}`, email: 'thief@example.org' };
    await atGoogle(app, own, { idToken: ada.idToken });
    app.clock.advance(1_000);
    const first = await signIn(app, ada);
    await update(app, first, { deleteProvider: ['google.com'] });
    app.clock.advance(1_000);
    await atGoogle(app, thief, { idToken: first.idToken });
    app.clock.advance(1_000);
    await changeEmail(app, await signIn(app, ada));
    const codes: string[] = [];
    for (const kind of ['provider-unlinked', 'provider-linked', 'recover-email'] as const) {
      codes.push(await receivedCode(app, ada.email, kind));
    }
    for (const code of codes) {
      const press = await applyCode(app, code);
      expect(press.statusCode, press.body).toBe(200);
    }
    expect((await atGoogle(app, thief)).json().localId).not.toBe(ada.uid);
    expect((await atGoogle(app, own)).json().localId).toBe(ada.uid);
  });

  it('ended sessions: sign-ins that wait for the factor end too', async () => {
    const { person, authenticator } = await enroll();
    const pending = await beginSignIn(app, person);
    expect((await document(app, 'DELETE /v1/sessions', person)).statusCode).toBe(200);
    const late = await finalizeSignIn(app, showing(pending, authenticator, authenticator.code()));
    expectIdentityRefusal(late, 'auth/invalid-mfa-pending-credential');
  });
});

describe('an installation that requires a second factor', () => {
  const open = (secondFactor: 'admins' | 'everyone') =>
    createOwnTestApp({ env: operatedEnv, product: { policy: { secondFactor } } });

  async function createOwned(app: TestApp): Promise<{ person: Person; path: `GET ${string}` }> {
    const { owner, subscriptionId } = await createTeam(app);
    const code = await receivedCode(app, owner.email, 'verify-email').catch(() => undefined);
    expect(code).toBeUndefined();
    return { person: owner, path: `GET /v1/subscriptions/${subscriptionId}` };
  }

  it.each(['admins', 'everyone'] as const)(
    'of %s: an owner’s project opens with one',
    async (who) => {
      const app = await open(who);
      const { person, path } = await createOwned(app);
      expectRefusal(await document(app, path, person), 'access/second-factor-required');
      const request = { requestType: 'VERIFY_EMAIL', idToken: person.idToken };
      await identity(app, '/v1/accounts:sendOobCode', request);
      await applyCode(app, await receivedCode(app, person.email, 'verify-email'));
      const enrolled = await enrollApp(app, person);
      expect((await document(app, path, enrolled.person)).statusCode).toBe(200);
    },
  );

  it('nobody: projects that required it open again', async () => {
    const app = await createOwnTestApp({});
    const { owner, subscriptionId } = await createTeam(app);
    await sql`update subscriptions set requires_second_factor = true
      where id = ${subscriptionId}`.execute(app.db);
    const path = `GET /v1/subscriptions/${subscriptionId}` as const;
    expectRefusal(await document(app, path, owner), 'access/second-factor-required');
    const list = await document(app, 'GET /v1/subscriptions', owner);
    expect(list.json().subscriptions).toMatchObject([
      { id: subscriptionId, people: { first: [] }, card: null, next_charge: null },
    ]);
    Object.assign(app.config.product.policy, { secondFactor: 'off' });
    expect((await document(app, path, owner)).statusCode).toBe(200);
  });

  it('a member without one: may leave', async () => {
    const app = await open('everyone');
    const { subscriptionId } = await createTeam(app);
    const member = await createVerifiedPerson(app);
    await addMember(app, { subscriptionId, uid: member.uid, permissions: ['access'] });
    const data = { subscriptionId, userId: member.uid };
    const answer = await callable(app, 'removeUser', { data, idToken: member.idToken });
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it('operators: their calls open with one', async () => {
    const app = await open('admins');
    const operator = await createOperator(app);
    const line = 'GET /webhook-endpoints';
    expectRefusal(await callAs(app, operator, line), 'access/second-factor-required');
    const { person } = await enrollApp(app, operator);
    expect((await callAs(app, person, line)).statusCode).toBe(200);
  });
});

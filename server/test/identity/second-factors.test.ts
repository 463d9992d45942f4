import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { social, update } from '../audit/provider-changes.ts';
import {
  beginSignIn,
  enrollApp,
  finalizeSignIn,
  showing,
  withdrawFactor,
} from '../harness/authenticator.ts';
import { createTeam } from '../harness/factories.ts';
import { callAs, createOperator, operatedEnv } from '../harness/operators.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  changeEmail,
  createVerifiedPerson,
  disownAccount,
  document,
  expectIdentityRefusal,
  expectRefusal,
  expectSessionOver,
  identity,
  lookup,
  type Person,
  receivedCode,
  resetPassword,
  signIn,
} from '../harness/wire-client.ts';

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

  it('operators: their calls open with one', async () => {
    const app = await open('admins');
    const operator = await createOperator(app);
    const line = 'GET /webhook-endpoints';
    expectRefusal(await callAs(app, operator, line), 'access/second-factor-required');
    const { person } = await enrollApp(app, operator);
    expect((await callAs(app, person, line)).statusCode).toBe(200);
  });
});

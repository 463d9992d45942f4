import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam, invite } from '../harness/factories.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  changeEmail,
  createVerifiedPerson,
  expectIdentityRefusal,
  expectRefusal,
  identity,
  type Person,
  receivedCode,
  resetPassword,
  sendOobCode,
} from '../harness/wire-client.ts';

const password = 'correct horse';

/** Ways to write one address, which is stored as `ada@xn--mller-kva.example`. */
const written = [
  'ada@müller.example',
  'ADA@MÜLLER.example',
  'ada@mu\u0308ller.example',
  'ada@XN--MLLER-KVA.example',
  '\u202aada@müller.example\u202c ',
  'a\u00adda\u200b@müller.example',
];
const stored = 'ada@xn--mller-kva.example';

const refused = ['ada.@example.com', '.ada@example.com', 'a..b@example.com', 'ſam@example.com'];

describe('an address of a person', () => {
  let app: TestApp;
  let ada: Pick<Person, 'uid' | 'idToken'>;
  beforeAll(async () => {
    app = await createTestApp({ product: { emailEnumerationProtection: false } });
    const email = written[0];
    const answer = await identity(app, '/v1/accounts:signUp', { email, password });
    expect(answer.json()).toMatchObject({ email: stored });
    ada = { uid: answer.json().localId, idToken: answer.json().idToken };
  });
  afterAll(() => app.close());

  const signIn = (email: string, body = { email, password }) =>
    identity(app, '/v1/accounts:signInWithPassword', body);

  it.each(written)('written as %j is one account', async (email) => {
    expectIdentityRefusal(
      await identity(app, '/v1/accounts:signUp', { email, password }),
      'auth/email-already-in-use',
    );
    expect((await signIn(email)).json()).toMatchObject({ localId: ada.uid, email: stored });
    const continueUri = app.config.publicUrl;
    const named = { identifier: email, continueUri };
    const known = await identity(app, '/v1/accounts:createAuthUri', named);
    expect(known.json()).toMatchObject({ registered: true, allProviders: ['password'] });
    const asked = await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
    expect(asked.json()).toMatchObject({ email: stored });
    const oobCode = await receivedCode(app, stored, 'reset-password');
    expect((await resetPassword(app, { oobCode })).json()).toMatchObject({ email: stored });
    const { idToken } = ada;
    const own = await identity(app, '/v1/accounts:update', { idToken, email, displayName: 'Ada' });
    expect(own.statusCode, own.body).toBe(200);
  });

  it('is invited and changed to as it is stored', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const { idToken } = owner;
    await invite(app, { subscriptionId, idToken, email: 'Grace@Müller.example' });
    const email = 'grace@xn--mller-kva.example';
    expect(await receivedMails(app, email)).toMatchObject([{ kind: 'invitation', to: email }]);
    const data = { subscriptionId, email, permissions: ['access'] };
    const again = await callable(app, 'createInvite', { data, idToken });
    expectRefusal(again, 'invite/already-pending');

    const person = await createVerifiedPerson(app);
    await changeEmail(app, person, 'José@Müller.example');
    const { rows } = await sql<{ email: string }>`
      select email from accounts where id = ${person.uid}`.execute(app.db);
    expect(rows).toEqual([{ email: 'josé@xn--mller-kva.example' }]);
  });

  it.each(refused)('is refused as %j everywhere', async (email) => {
    const signedUp = await identity(app, '/v1/accounts:signUp', { email, password });
    expectIdentityRefusal(signedUp, 'auth/invalid-email');
    expectIdentityRefusal(await signIn(email), 'auth/invalid-email');
    const asked = await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
    expectIdentityRefusal(asked, 'auth/invalid-email');
    const named = { identifier: email, continueUri: app.config.publicUrl };
    const known = await identity(app, '/v1/accounts:createAuthUri', named);
    expectIdentityRefusal(known, 'auth/invalid-identifier');
    const person = await createVerifiedPerson(app);
    const { idToken } = person;
    const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: email };
    expectIdentityRefusal(await sendOobCode(app, change), 'auth/invalid-new-email');
    const { owner, subscriptionId } = await createTeam(app);
    const data = { subscriptionId, email, permissions: ['access'] };
    expectRefusal(
      await callable(app, 'createInvite', { data, idToken: owner.idToken }),
      'auth/invalid-email',
    );
  });

  it('that was stored before it was refused still opens its account', async () => {
    const person = await createVerifiedPerson(app);
    const email = 'a..b.@example.com';
    await sql`update accounts set email = ${email} where id = ${person.uid}`.execute(app.db);

    const typed = { email: 'A..b.@example.com ', password };
    const answer = await identity(app, '/v1/accounts:signInWithPassword', typed);
    expect(answer.json()).toMatchObject({ localId: person.uid, email });
    const { idToken } = answer.json();
    const own = await identity(app, '/v1/accounts:update', { idToken, email, displayName: 'Bo' });
    expect(own.statusCode, own.body).toBe(200);
    const wrong = await signIn(email, { email, password: 'another horse' });
    expectIdentityRefusal(wrong, 'auth/wrong-password');

    const asked = await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
    expect(asked.json()).toMatchObject({ email });
    const oobCode = await receivedCode(app, email, 'reset-password');
    expect((await resetPassword(app, { oobCode })).json()).toMatchObject({ email });
  });

  it('in 50 ways at a time becomes one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        identity(app, '/v1/accounts:signUp', {
          email: index % 2 ? 'new@bücher.example' : 'NEW@xn--bcher-kva.example',
          password,
        }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]));
  });
});

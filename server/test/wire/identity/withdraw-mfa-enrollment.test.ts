import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginSignIn,
  enrollApp,
  finalizeSignIn,
  showing,
  withdrawFactor,
} from '../../harness/authenticator.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  applyCode,
  createVerifiedPerson,
  document,
  expectIdentityRefusal,
  expectSessionOver,
  lookup,
  receivedCode,
  resetPassword,
  signIn,
} from '../../harness/wire-client.ts';

describe('withdrawMfaEnrollment', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('the last factor: it goes with the recovery codes, and a password alone opens the account again', async () => {
    const { person, authenticator } = await enrollApp(app, await createVerifiedPerson(app));
    const waiting = await beginSignIn(app, person);
    const answer = await withdrawFactor(app, person.idToken, authenticator.id);
    expect(answer.statusCode, answer.body).toBe(200);

    await expectSessionOver(app, person);
    const { idToken } = answer.json();
    const methods = (await document(app, 'GET /v1/sign-in-methods', { idToken })).json();
    expect(methods).toMatchObject({ second_factors: [], recovery_codes_left: 0 });
    expect((await lookup(app, idToken)).json().users[0]).not.toHaveProperty('mfaInfo');
    await signIn(app, person);
    const late = await finalizeSignIn(app, showing(waiting, authenticator, authenticator.code()));
    expectIdentityRefusal(late, 'auth/invalid-mfa-pending-credential');
  });

  it('one of two: the other is still asked for', async () => {
    const first = await enrollApp(app, await createVerifiedPerson(app), 'Phone');
    const second = await enrollApp(app, first.person, 'Tablet');
    const { idToken } = second.person;
    expect((await withdrawFactor(app, idToken, first.authenticator.id)).statusCode).toBe(200);
    const pending = await beginSignIn(app, first.person);
    const gone = await finalizeSignIn(app, showing(pending, first.authenticator, '123456'));
    expectIdentityRefusal(gone, 'auth/mfa-enrollment-not-found');
    const code = second.authenticator.code();
    const answer = await finalizeSignIn(app, showing(pending, second.authenticator, code));
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it('"This was not me" in the mail: the factor and its recovery codes are back, the password is void', async () => {
    const { person, authenticator } = await enrollApp(app, await createVerifiedPerson(app));
    await withdrawFactor(app, person.idToken, authenticator.id);
    const press = await applyCode(app, await receivedCode(app, person.email, 'factors-changed'));
    expect(press.statusCode, press.body).toBe(200);

    const oobCode = await receivedCode(app, person.email, 'reset-password');
    await resetPassword(app, { oobCode, newPassword: 'another horse' });
    const owner = { ...person, password: 'another horse' };
    const pending = await beginSignIn(app, owner);
    const answer = await finalizeSignIn(app, showing(pending, authenticator, authenticator.code()));
    expect(answer.statusCode, answer.body).toBe(200);
    const methods = await document(app, 'GET /v1/sign-in-methods', answer.json());
    expect(methods.json().recovery_codes_left).toBe(10);
  });

  it('one that was lost: an earlier link does not bring it back either', async () => {
    const { person: ada, authenticator: lost } = await enrollApp(
      app,
      await createVerifiedPerson(app),
    );
    const { person } = await enrollApp(app, ada, 'New phone');
    const earlier = await receivedCode(app, ada.email, 'factors-changed');
    const removed = await withdrawFactor(app, person.idToken, lost.id);
    expect(removed.statusCode, removed.body).toBe(200);
    expect((await applyCode(app, earlier)).statusCode).toBe(200);
    const oobCode = await receivedCode(app, ada.email, 'reset-password');
    await resetPassword(app, { oobCode, newPassword: 'staple battery' });
    const { idToken } = await signIn(app, { ...ada, password: 'staple battery' });
    expect((await lookup(app, idToken)).json().users[0]).not.toHaveProperty('mfaInfo');
  });

  it('no factor named, an unknown one, or another person’s: refused', async () => {
    const ada = await enrollApp(app, await createVerifiedPerson(app));
    const bob = await enrollApp(app, await createVerifiedPerson(app));
    const { idToken } = ada.person;
    expectIdentityRefusal(await withdrawFactor(app, idToken), 'auth/missing-mfa-enrollment-id');
    for (const id of ['nothing', bob.authenticator.id]) {
      const answer = await withdrawFactor(app, idToken, id);
      expectIdentityRefusal(answer, 'auth/mfa-enrollment-not-found');
    }
    await beginSignIn(app, bob.person);
  });

  it('a sign-in of six minutes ago: refused', async () => {
    const { person, authenticator } = await enrollApp(app, await createVerifiedPerson(app));
    app.clock.advance(6 * 60_000);
    const answer = await withdrawFactor(app, person.idToken, authenticator.id);
    expectIdentityRefusal(answer, 'auth/requires-recent-login');
  });
});

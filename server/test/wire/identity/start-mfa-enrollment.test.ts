import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrollApp, startEnrollment } from '../../harness/authenticator.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createPerson,
  createVerifiedPerson,
  expectIdentityRefusal,
  identity,
} from '../../harness/wire-client.ts';

describe('startMfaEnrollment', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('makes another secret each time, and adds nothing', async () => {
    const { idToken } = await createVerifiedPerson(app);
    const answers = [await startEnrollment(app, idToken), await startEnrollment(app, idToken)];
    const infos = answers.map((answer) => answer.json().totpSessionInfo);
    expect(infos[0]).toEqual({
      sharedSecretKey: expect.stringMatching(/^[A-Z2-7]{32}$/),
      hashingAlgorithm: 'SHA1',
      verificationCodeLength: 6,
      periodSec: 30,
      finalizeEnrollmentTime: expect.stringMatching(/^\d{4}-.*Z$/),
      sessionInfo: expect.stringMatching(/^[\w-]+$/),
    });
    expect(infos[1].sharedSecretKey).not.toBe(infos[0].sharedSecretKey);
    expect(infos[0].sessionInfo).not.toContain(infos[0].sharedSecretKey);
    const looked = await identity(app, '/v1/accounts:lookup', { idToken });
    expect(looked.json().users[0]).not.toHaveProperty('mfaInfo');
  });

  it('a client that wants codes by text message: refused', async () => {
    const { idToken } = await createVerifiedPerson(app);
    const body = { idToken, phoneEnrollmentInfo: { phoneNumber: '+15550100' } };
    const answer = await identity(app, '/v2/accounts/mfaEnrollment:start', body);
    expectIdentityRefusal(answer, 'auth/second-factor-off');
  });

  it('an unverified address: refused', async () => {
    const { idToken } = await createPerson(app);
    expectIdentityRefusal(await startEnrollment(app, idToken), 'auth/unverified-email');
  });

  it('a sign-in of six minutes ago: refused', async () => {
    const { idToken } = await createVerifiedPerson(app);
    app.clock.advance(6 * 60_000);
    expectIdentityRefusal(await startEnrollment(app, idToken), 'auth/requires-recent-login');
  });

  it('a sixth factor: refused', async () => {
    let person = await createVerifiedPerson(app);
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      ({ person } = await enrollApp(app, person, name));
    }
    const answer = await startEnrollment(app, person.idToken);
    expectIdentityRefusal(answer, 'auth/maximum-second-factor-count-exceeded');
  });
});

it('an installation without second factors: refused', async () => {
  const app = await createOwnTestApp({ product: { policy: { secondFactor: 'off' } } });
  const { idToken } = await createVerifiedPerson(app);
  expectIdentityRefusal(await startEnrollment(app, idToken), 'auth/second-factor-off');
});

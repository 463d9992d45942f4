import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginSignIn, enrollApp, finalizeSignIn, showing } from '../../harness/authenticator.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createVerifiedPerson,
  document,
  expectIdentityRefusal,
  expectRefusal,
} from '../../harness/wire-client.ts';

const line = 'POST /v1/recovery-codes';

describe('renewRecoveryCodes', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('ten new ones: they work, and the earlier ones no longer do', async () => {
    const { person, authenticator } = await enrollApp(app, await createVerifiedPerson(app));
    const answer = await document(app, line, { ...person, body: {} });
    expect(answer.statusCode, answer.body).toBe(200);
    const { codes } = answer.json();
    expect(codes).toHaveLength(10);
    const pending = await beginSignIn(app, person);
    const old = showing(pending, authenticator, authenticator.recoveryCodes[0] ?? '');
    expectIdentityRefusal(await finalizeSignIn(app, old), 'auth/invalid-verification-code');
    const fresh = await finalizeSignIn(app, showing(pending, authenticator, codes[0]));
    expect(fresh.statusCode, fresh.body).toBe(200);
  });

  it('a sign-in of six minutes ago: refused', async () => {
    const { person } = await enrollApp(app, await createVerifiedPerson(app));
    app.clock.advance(6 * 60_000);
    const answer = await document(app, line, { ...person, body: {} });
    expectRefusal(answer, 'auth/requires-recent-login');
  });

  it('an account without an authenticator app: refused', async () => {
    const ada = await createVerifiedPerson(app);
    expectRefusal(await document(app, line, { ...ada, body: {} }), 'auth/mfa-enrollment-not-found');
  });
});

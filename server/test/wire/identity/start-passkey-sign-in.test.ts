import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import { expectIdentityRefusal, identity } from '../../harness/wire-client.ts';

describe('startPasskeySignIn', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('asks for any passkey of this host, and names no account', async () => {
    const answer = await identity(app, '/v1/accounts:startPasskeySignIn', {});
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
    });
  });
});

it('an address where browsers offer none: refused', async () => {
  const app = await createOwnTestApp({ env: { PUBLIC_URL: 'http://192.0.2.7:3000' } });
  const answer = await identity(app, '/v1/accounts:startPasskeySignIn', {});
  expectIdentityRefusal(answer, 'auth/passkeys-off');
});

it('more than 200 questions of one network at once: refused', async () => {
  const app = await createOwnTestApp({ env: { RATE_LIMITS: 'on' }, standsStill: true });
  const ask = () => identity(app, '/v1/accounts:startPasskeySignIn', {});
  for (let count = 0; count < 200; count += 1) {
    expect((await ask()).statusCode).toBe(200);
  }
  expectIdentityRefusal(await ask(), 'auth/too-many-requests');
});

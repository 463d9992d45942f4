import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { identity } from '../../harness/wire-client.ts';

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

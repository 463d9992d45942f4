import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import { expectIdentityRefusal, identity, newAddress } from '../../harness/wire-client.ts';

const path = '/v2/passwordPolicy';

describe('passwordPolicy', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const read = ({ server, config }: TestApp, query = '') =>
    server.inject({ method: 'GET', url: `${path}?key=${config.apiKey}${query}` });

  it('says in the words of Google’s SDK what a password must have', async () => {
    const answer = await read(app, '&tenantId=elsewhere');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      customStrengthOptions: { minPasswordLength: 6, maxPasswordLength: 4096 },
      allowedNonAlphanumericCharacters: expect.arrayContaining(['!', '^', '-', '\\', '"']),
      enforcementState: 'ENFORCE',
      forceUpgradeOnSignin: false,
      schemaVersion: 1,
    });
  });

  it('answers the same under the prefix of Google’s SDKs', async () => {
    const { server, config } = app;
    const url = `/identitytoolkit.googleapis.com${path}?key=${config.apiKey}`;
    const answer = await server.inject({ method: 'GET', url });
    expect(answer.json()).toEqual((await read(app)).json());
  });

  it('agrees with what sign-up enforces, rule by rule', async () => {
    const strict = await createOwnTestApp({
      product: {
        passwordPolicy: {
          profile: 'default',
          minLength: 8,
          maxLength: 30,
          requireLowercase: true,
          requireUppercase: true,
          requireNumeric: true,
          requireNonAlphanumeric: true,
        },
      },
    });
    const policy = (await read(strict)).json();
    expect(policy.customStrengthOptions).toEqual({
      minPasswordLength: 8,
      maxPasswordLength: 30,
      containsLowercaseCharacter: true,
      containsUppercaseCharacter: true,
      containsNumericCharacter: true,
      containsNonAlphanumericCharacter: true,
    });
    const signUp = (password: string) =>
      identity(strict, '/v1/accounts:signUp', { email: newAddress(), password });
    for (const special of policy.allowedNonAlphanumericCharacters) {
      expect((await signUp(`Abcdef1${special}`)).statusCode, special).toBe(200);
    }
    expectIdentityRefusal(await signUp('Abcd1!'), 'auth/weak-password');
    for (const lacking of ['ABCDEF1!', 'abcdef1!', 'Abcdefg!', 'Abcdefg1', 'Abcdefg1 €']) {
      expectIdentityRefusal(await signUp(lacking), 'auth/password-does-not-meet-requirements');
    }
    expectIdentityRefusal(
      await signUp(`Abcdef1!${'x'.repeat(23)}`),
      'auth/password-does-not-meet-requirements',
    );
  });

  it('needs the API key like every other call, and asks for nothing else', async () => {
    const bare = await app.server.inject({ method: 'GET', url: path });
    expect(bare.statusCode).toBe(403);
    expectIdentityRefusal(bare, 'request/missing-api-key');
    expect((await read(app, '&minLength=1&tenantId=x')).statusCode).toBe(200);
  });
});

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { expectIdentityRefusal, identity, newAddress } from '../harness/wire-client.ts';

const configuration = join(import.meta.dirname, '../../../config');

describe('the hardened password profile of config/hearth.json', () => {
  let folder: string;
  let app: TestApp;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearth-hardened-'));
    await cp(configuration, folder, { recursive: true });
    const file = join(folder, 'hearth.json');
    const product = JSON.parse(await readFile(file, 'utf8'));
    Object.assign(product.passwordPolicy, {
      profile: 'hardened',
      minLength: 6,
      requireUppercase: true,
      requireNumeric: true,
    });
    await writeFile(file, JSON.stringify(product));
    app = await createTestApp({ env: { HEARTH_CONFIG: file } });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const signUp = (password: string, email = newAddress()) =>
    identity(app, '/v1/accounts:signUp', { email, password });

  it('asks for 8 characters and no classes, whatever else is set, and says so', async () => {
    const url = `/v2/passwordPolicy?key=${app.config.apiKey}`;
    const policy = (await app.server.inject({ method: 'GET', url })).json();
    expect(policy.customStrengthOptions).toEqual({
      minPasswordLength: 8,
      maxPasswordLength: 4096,
    });
    const answer = await signUp('sevench');
    expectIdentityRefusal(answer, 'auth/weak-password');
    expect(answer.json().error.message).toContain('at least 8 characters');
    expect((await signUp('four plain lower words')).statusCode).toBe(200);
    expect((await signUp('zqkvxwpj')).statusCode).toBe(200);
  });

  it.each(['password', 'PASSWORD1', 'iloveyou', 'qwertyuiop', '1234567890'])(
    'refuses what everybody guesses: %s',
    async (password) => {
      const answer = await signUp(password);
      expectIdentityRefusal(answer, 'auth/password-too-common');
    },
  );

  it('refuses the own address and the part before the @', async () => {
    const email = newAddress();
    for (const password of [email, email.split('@')[0] ?? '', email.toUpperCase()]) {
      expectIdentityRefusal(await signUp(password, email), 'auth/password-too-common');
    }
    expect((await signUp(`${email} and more`, email)).statusCode).toBe(200);
  });

  it('tells every visitor the rules', async () => {
    const { passwordPolicy } = (await app.server.inject('/config.json')).json();
    expect(passwordPolicy).toMatchObject({ profile: 'hardened', minLength: 8 });
    expect(passwordPolicy).toMatchObject({ requireUppercase: false, requireNumeric: false });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { expectIdentityRefusal } from '../../harness/wire-client.ts';

const path = '/v2/recaptchaConfig';

describe('recaptchaConfig', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const read = (url: string) => app.server.inject({ method: 'GET', url });

  it.each(['', '/identitytoolkit.googleapis.com'])('asks for no captcha under "%s"', async (at) => {
    const query = `clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE&key=${app.config.apiKey}`;
    const answer = await read(`${at}${path}?${query}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      recaptchaKey: 'projects/hearth/keys/none',
      recaptchaEnforcementState: [{ provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' }],
    });
  });

  it('needs the right API key', async () => {
    expectIdentityRefusal(await read(path), 'request/missing-api-key');
    expectIdentityRefusal(await read(`${path}?key=wrong`), 'request/invalid-api-key');
    const twice = `${path}?key=${app.config.apiKey}&key=${app.config.apiKey}`;
    expectIdentityRefusal(await read(twice), 'request/invalid-api-key');
  });
});

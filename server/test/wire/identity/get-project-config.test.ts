import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import { expectIdentityRefusal } from '../../harness/wire-client.ts';

const path = '/v1/projects';

describe('getProjectConfig', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const read = ({ server }: TestApp, url: string) => server.inject({ method: 'GET', url });

  it.each([
    path,
    `/identitytoolkit.googleapis.com${path}`,
    '/identitytoolkit/v3/relyingparty/getProjectConfig',
    '/www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig',
  ])('answers what a client may know of the project at %s', async (url) => {
    const answer = await read(app, `${url}?key=${app.config.apiKey}`);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({
      projectId: 'hearth',
      apiKey: app.config.apiKey,
      authorizedDomains: ['localhost', '127.0.0.1'],
      allowPasswordUser: true,
      enableAnonymousUser: false,
      idpConfig: [{ provider: 'google.com', enabled: true }],
    });
  });

  it('names the hosts of CORS_ORIGINS, without their ports', async () => {
    const origins = 'https://app.example.com:8443,https://admin.example.com';
    const own = await createOwnTestApp({ env: { CORS_ORIGINS: origins } });
    const { authorizedDomains } = (await read(own, `${path}?key=${own.config.apiKey}`)).json();
    expect(authorizedDomains).toEqual([
      'localhost',
      'app.example.com',
      'admin.example.com',
      '127.0.0.1',
    ]);
  });

  it('needs the API key', async () => {
    expectIdentityRefusal(await read(app, path), 'request/missing-api-key');
  });
});

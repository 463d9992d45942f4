import { createHook } from 'node:async_hooks';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { localPagePaths, pagePaths } from '@hearth/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { production } from '../harness/production-environment.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import { createPerson, sendOobCode } from '../harness/wire-client.ts';

describe('the page', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const get = (url: string, headers: Record<string, string> = {}) =>
    app.server.inject({ url, headers: { host: 'localhost:3000', ...headers } });

  it.each(Object.values({ ...pagePaths, ...localPagePaths }))('is served at %s', async (path) => {
    for (const url of [path.replace(':id', 'a%20b'), `${path.replace(':id', 'abc')}?x=1`]) {
      const answer = await get(url);
      expect(answer.statusCode, url).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it.each(['/signin/', '/SignIn', '/subscription/abc/settings/'])(
    'is served at %s, which the browser’s router reads the same way',
    async (url) => {
      expect((await get(url)).statusCode).toBe(200);
    },
  );

  const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it.each(['/no/such/place', '/subscription/abc/nothing', '/signin/more', '/dashboards'])(
    'says 404 to a browser at %s, and shows that nothing is there',
    async (url) => {
      const answer = await get(url, navigation);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['content-security-policy']).toContain("script-src 'self' 'nonce-");
      const program = await get(url, { accept: '*/*' });
      expect(program.statusCode).toBe(404);
      expect(program.json().error.details).toEqual({ code: 'request/unknown-path' });
    },
  );

  it.each([
    '/metrics',
    '/emulator/auth/handlers',
    '/emulator/v1/projects/hearth/config',
    '/v1/nothing',
    '/v2',
    '/functions/us-central1/nothing',
    '/webhooks/nothing',
    '/dev/nothing',
    '/.well-known/nothing',
    '/assets/missing.js',
    '/favicon.php',
    '/identitytoolkit/v3/relyingparty/nothing',
  ])('is not served at %s, whoever asks', async (url) => {
    for (const headers of [navigation, { accept: '*/*' }]) {
      const answer = await get(url, headers);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.details).toEqual({ code: 'request/unknown-path' });
    }
  });

  it('has no screens of local mode in production', async () => {
    const env = {
      HEARTH_MODE: 'production',
      RATE_LIMITS: 'on',
      TRUST_PROXY: '0',
      PUBLIC_URL: 'https://hearth.example',
      SMTP_URL: 'smtp://localhost:25',
      MAIL_FROM: 'hearth@hearth.example',
      API_KEY: 'a-key-of-its-own',
      SECRET_KEY: 'a-secret-of-at-least-32-characters',
    };
    const production = await createOwnTestApp({ env });
    for (const url of Object.values(localPagePaths)) {
      const answer = await production.server.inject({ url, headers: navigation });
      expect(answer.statusCode).toBe(404);
    }
  });

  it('carries a nonce of its own, and nothing else may run', async () => {
    const [one, two] = [await get('/signin'), await get('/signin')];
    const policy = String(one.headers['content-security-policy']);
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(nonce).toHaveLength(24);
    expect(one.body).toContain(`<script type="module" nonce="${nonce}"`);
    expect(two.body).not.toContain(nonce);
    expect(one.body).not.toContain('__HEARTH_');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  it('brings the public configuration and keeps the rest to itself', async () => {
    const { body } = await get('/signin');
    const json = /id="hearth-config">([^<]+)</.exec(body)?.[1] ?? '';
    const config = JSON.parse(json);
    expect(config).toMatchObject({ productName: 'Hearth', socialProviders: ['google'] });
    expect(config.texts.zh['plans.pro.title']).toBe('专业版');
    expect(json).not.toContain('priceIds');
    expect(json).not.toContain(app.config.secretKey);
    expect((await get('/config.json')).json()).toEqual(config);
  });

  it('has a configuration beside it that is packed once for all who ask', async () => {
    let packings = 0;
    const watch = createHook({
      init: (_id, type) => {
        packings += type === 'ZLIB' ? 1 : 0;
      },
    });
    onTestFinished(() => void watch.disable());
    const ask = () => get('/config.json', { 'accept-encoding': 'br' });
    const first = await ask();
    expect(first.headers['content-encoding']).toBe('br');
    watch.enable();
    for (const { rawPayload } of await Promise.all(Array.from({ length: 20 }, ask))) {
      expect(rawPayload.equals(first.rawPayload)).toBe(true);
    }
    expect(packings).toBe(0);
  });

  it('cannot be broken out of by a name', async () => {
    const productName = '</script><script>alert(1)</script>';
    const hostile = await createOwnTestApp({ product: { productName } });
    const answer = await hostile.server.inject({ url: '/signin', headers: { host: 'localhost' } });
    expect(answer.body).not.toContain('<script>alert');
    expect(answer.body).not.toContain('</script><script>');
  });

  it.each([
    ['/?lng=zh', {}, 'zh'],
    ['/', { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' }, 'zh'],
    ['/', { cookie: 'i18next=zh' }, 'zh'],
    ['/?lng=en', { 'accept-language': 'zh-CN' }, 'en'],
    ['/', { 'accept-language': 'fr' }, 'en'],
  ] as const)('says its language: %s %j', async (url, headers, language) => {
    expect((await get(url, headers)).body).toContain(`<html lang="${language}">`);
  });

  it('lives at localhost, where sessions are, not at 127.0.0.1', async () => {
    const answer = await get('/dashboard?x=1', { host: '127.0.0.1:3000' });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('http://localhost:3000/dashboard?x=1');
    const away = await get('//evil.example/x', { host: '127.0.0.1:3000' });
    expect(new URL(String(away.headers.location ?? 'http://localhost:3000')).host).toBe(
      'localhost:3000',
    );
  });

  it('serves its files for a year, and never the unfilled page', async () => {
    const asset = await get('/assets/main-abc123.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/assets/missing.js')).statusCode).toBe(404);
    expect((await get('/index.html')).body).not.toContain('__HEARTH_');
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)(
    'sends the file that the build has packed as %s, and caches know',
    async (encoding, unpack) => {
      const url = '/assets/main-abc123.js';
      const packed = await get(url, { 'accept-encoding': encoding });
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': 'application/javascript; charset=utf-8',
        vary: 'Origin, Accept-Encoding',
      });
      const plain = await get(url, { 'accept-encoding': 'identity' });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(unpack(packed.rawPayload).toString()).toBe(plain.payload);
    },
  );

  it('sends the security headers with every answer', async () => {
    for (const url of ['/signin', '/v1/subscriptions', '/nothing.json', '/readyz']) {
      const { headers } = await get(url);
      expect(headers['x-content-type-options'], url).toBe('nosniff');
      expect(headers['referrer-policy'], url).toBe('no-referrer');
      expect(headers['cross-origin-opener-policy'], url).toBe('same-origin-allow-popups');
      expect(headers['content-security-policy'], url).toContain("default-src 'none'");
      expect(headers['strict-transport-security'], url).toBeUndefined();
    }
  });
});

/** As https://www.w3.org/TR/passkey-endpoints/ has them ask. */
it('tells programs that keep passwords where passkeys are added', async () => {
  const app = await createOwnTestApp({});
  const answer = await app.server.inject('/.well-known/passkey-endpoints');
  const page = `${app.config.publicUrl}/profile`;
  expect(answer.json()).toEqual({ enroll: page, manage: page });
  expect(answer.headers['content-type']).toContain('application/json');
});

/** As https://www.w3.org/TR/change-password-url/ has programs that keep passwords ask. */
describe('the well-known address for a change of password', () => {
  const address = '/.well-known/change-password';
  const missing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';

  it.each(['GET', 'HEAD'] as const)('leads to the form, asked by %s', async (method) => {
    const app = await createOwnTestApp({});
    const answer = await app.server.inject({ method, url: address });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/change-password']);
    const form = { url: '/change-password', headers: { host: 'localhost:3000' } };
    expect((await app.server.inject(form)).statusCode).toBe(200);
  });

  it.each(['*/*', 'text/html'])('is believed, since others are not there: %s', async (accept) => {
    const app = await createOwnTestApp({});
    for (const url of [missing, `${address}/x`, '/.well-known/', '/.well-known/security.txt']) {
      const headers = { accept, host: 'localhost:3000' };
      expect((await app.server.inject({ url, headers })).statusCode, url).toBe(404);
    }
  });
});

describe('other sites', () => {
  it('may call from localhost in local mode, and only from the list in production', async () => {
    const app = await createOwnTestApp({ env: { CORS_ORIGINS: 'https://app.example.com' } });
    const allowed = (origin: string) =>
      app.server
        .inject({ method: 'OPTIONS', url: '/v1/subscriptions', headers: preflight(origin) })
        .then(({ headers }) => headers['access-control-allow-origin']);
    expect(await allowed('http://localhost:5173')).toBe('http://localhost:5173');
    expect(await allowed('https://app.example.com')).toBe('https://app.example.com');
    const { headers } = await app.server.inject({
      method: 'OPTIONS',
      url: '/v1/subscriptions/x',
      headers: preflight('https://app.example.com'),
    });
    expect(headers['access-control-allow-methods']).toBe('GET, POST, PATCH, DELETE');
    expect(await allowed('https://evil.example')).toBeUndefined();
    expect(await allowed('http://localhost.evil.example')).toBeUndefined();
  });

  const appOrigins = [
    'capacitor://localhost',
    'ionic://localhost',
    'tauri://localhost',
    'http://tauri.localhost',
    'app://.',
    'app://-',
    'app://obsidian.md',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    'moz-extension://3c2b9a9e-54f1-4c1c-9d0e-0d4b2c7a6f11',
    'vscode-webview://0b4l7p9a',
  ];

  it('may be apps in a frame of the system, letter by letter', async () => {
    const app = await createOwnTestApp({
      env: { CORS_ORIGINS: appOrigins.join(), RATE_LIMITS: 'on', ...production },
    });
    const allowed = async (origin: string) => {
      const asked = { url: '/v1/subscriptions', headers: preflight(origin) };
      const { headers } = await app.server.inject({ method: 'OPTIONS', ...asked });
      return headers['access-control-allow-origin'];
    };
    expect(await Promise.all(appOrigins.map(allowed))).toEqual(appOrigins);
    const others = [
      'capacitor://localhost:80',
      'capacitor://localhost/',
      'Capacitor://localhost',
      'capacitor://localhost.evil.example',
      'tauri://other',
      'http://localhost',
      'app://',
      'null',
    ];
    for (const origin of others) {
      expect(await allowed(origin), origin).toBeUndefined();
    }
  });

  it('are no target of links, which `returnOrigins` alone names', async () => {
    const origins = [...appOrigins, 'https://shop.example', 'null'];
    const app = await createOwnTestApp({
      env: { CORS_ORIGINS: origins.slice(0, -1).join(), RATE_LIMITS: 'on', ...production },
      product: { returnOrigins: [{ origin: 'https://app.example', name: 'App' }] },
    });
    const { email } = await createPerson(app);
    const statusOf = async (origin: string) => {
      const continueUrl = `${origin}/next`;
      const answer = await sendOobCode(app, { requestType: 'PASSWORD_RESET', email, continueUrl });
      return answer.statusCode;
    };
    for (const origin of origins) {
      expect(await statusOf(origin), origin).toBe(400);
    }
    expect(await statusOf('https://app.example')).toBe(200);
    const config = await app.server.inject(`/v1/projects?key=${app.config.apiKey}`);
    expect(config.json().authorizedDomains).toEqual([
      'hearth.example',
      'tauri.localhost',
      'shop.example',
    ]);
  });

  it('read errors too, or SDKs could only guess', async () => {
    const app = await createOwnTestApp({});
    const origin = 'http://localhost:5173';
    const answer = await app.server.inject({ url: '/v1/subscriptions', headers: { origin } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  function preflight(origin: string) {
    return { origin, 'access-control-request-method': 'GET' };
  }
});

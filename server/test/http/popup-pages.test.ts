import { popupFramePath, popupHandlerPath } from '@hearth/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import { identity } from '../harness/wire-client.ts';

/** How Google's SDK asks for the two pages. */
const asked = 'apiKey=k&appName=%5BDEFAULT%5D&v=12.19.0';
const begun = `${asked}&authType=signInViaPopup&providerId=google.com&eventId=7`;

describe('the pages of a sign-in on another site', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const get = (url: string, { server }: TestApp = app) =>
    server.inject({ url, headers: { host: 'localhost:3000', accept: 'text/html' } });

  const handler = (redirectUrl: string, own = app) =>
    get(`${popupHandlerPath}?${begun}&redirectUrl=${encodeURIComponent(redirectUrl)}`, own);

  it('serves the popup with a nonce of its own, never in a frame', async () => {
    const answer = await handler('http://localhost:5173/login');
    expect(answer.statusCode).toBe(200);
    const policy = String(answer.headers['content-security-policy']);
    const nonce = /script-src 'nonce-([^']+)';/.exec(policy)?.[1] ?? '';
    expect(nonce).toHaveLength(24);
    expect(answer.body).toContain(`nonce="${nonce}" src="/popup/handler.js"`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await handler('http://localhost:5173/')).body).not.toContain(nonce);
  });

  it('lets the popup know its opener on its way, and no other page', async () => {
    const open = 'unsafe-none';
    const openerPolicyOf = async (url: string) =>
      (await get(url)).headers['cross-origin-opener-policy'];
    expect(await openerPolicyOf(`${popupHandlerPath}?${begun}`)).toBe(open);
    expect(await openerPolicyOf('/dev/identity-provider?state=popup.x')).toBe(open);
    expect(await openerPolicyOf('/auth/callback?state=popup.x&code=y')).toBe(open);
    for (const url of [
      '/dev/identity-provider?state=x',
      '/auth/callback?state=x&code=y',
      '/dashboard?state=popup.x',
      '/signin?state=popup.x',
    ]) {
      expect(await openerPolicyOf(url), url).toBe('same-origin-allow-popups');
    }
  });

  it.each([
    'https://evil.example/login',
    'http://localhost.evil.example/',
    'javascript:alert(1)',
    'nowhere',
    '//evil.example',
  ])('begins nothing for the page %s', async (redirectUrl) => {
    const answer = await handler(redirectUrl);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).not.toContain('<script');
    expect(answer.body).not.toContain('evil.example');
    const twice = await get(`${popupHandlerPath}?redirectUrl=a&redirectUrl=b`);
    expect(twice.statusCode).toBe(403);
  });

  it('loads the frame in the pages of allowed sites only', async () => {
    const answer = await get(`${popupFramePath}?${asked}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['x-frame-options']).toBeUndefined();
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'self' http://localhost:* https://localhost:*");
    expect(policy).toMatch(/script-src 'nonce-[^']{24}' https:\/\/apis\.google\.com;/);

    const production = await createOwnTestApp({
      env: {
        HEARTH_MODE: 'production',
        TRUST_PROXY: '0',
        RATE_LIMITS: 'on',
        PUBLIC_URL: 'https://hearth.example',
        CORS_ORIGINS: 'https://app.example.com',
        SMTP_URL: 'smtp://localhost:25',
        MAIL_FROM: 'hearth@hearth.example',
        API_KEY: 'a-key-of-its-own',
        SECRET_KEY: 'a-secret-of-at-least-32-characters',
      },
    });
    const strict = await get(`${popupFramePath}?${asked}`, production);
    expect(strict.headers['content-security-policy']).toMatch(
      /frame-ancestors 'self' https:\/\/app\.example\.com$/,
    );
    expect((await handler('https://app.example.com/x', production)).statusCode).toBe(200);
    expect((await handler('http://localhost:5173/', production)).statusCode).toBe(403);
  });

  it('marks the state of its own sign-ins, and leads their answers back to the popup', async () => {
    const begin = async (continueUri: string) => {
      const body = { providerId: 'google.com', continueUri };
      const answer = await identity(app, '/v1/accounts:createAuthUri', body);
      return new URL(answer.json().authUri).searchParams.get('state') ?? '';
    };
    const { publicUrl } = app.config;
    const state = await begin(`${publicUrl}${popupHandlerPath}`);
    expect(state).toMatch(/^popup\.[\w-]{43}$/);
    for (const other of [publicUrl, 'http://localhost:5173/emulator/auth/handler']) {
      expect(await begin(other)).toMatch(/^[\w-]{43}$/);
    }

    const back = await get(`/auth/callback?state=${state}&code=a%2Bb`);
    expect(back.statusCode).toBe(303);
    expect(back.headers.location).toBe(`${popupHandlerPath}?state=${state}&code=a%2Bb`);
    const form = await app.server.inject({
      method: 'POST',
      url: '/auth/callback',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `state=${state}&code=x`,
    });
    expect(form.statusCode).toBe(303);
    expect(form.headers['cross-origin-opener-policy']).toBe('unsafe-none');
    expect((await get('/auth/callback?state=other&code=x')).statusCode).toBe(200);
  });

  it('speaks the language of the person', async () => {
    const { body } = await app.server.inject({
      url: `${popupHandlerPath}?${begun}`,
      headers: { 'accept-language': 'zh-CN' },
    });
    expect(body).toContain('<html lang="zh">');
    expect(body).toContain('正在登录');
  });

  it('cannot be broken out of by a name', async () => {
    const hostile = await createOwnTestApp({ product: { productName: '</title><script>' } });
    expect((await get(`${popupHandlerPath}?${begun}`, hostile)).body).not.toContain('<script>');
  });
});

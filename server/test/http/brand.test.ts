import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createOwnTestApp } from '../harness/test-app.ts';

const folder = join(import.meta.dirname, '../../../config/examples/brand');
const brand = {
  logo: {
    light: join(folder, 'logo-light.svg'),
    dark: join(folder, 'logo-dark.svg'),
    wordmark: false,
  },
  accent: { light: '#0f5bd7', dark: '#8ab4ff' },
  favicon: join(folder, 'favicon.svg'),
  support: 'help@kiln.example',
};
const words = { project: { en: { one: 'workspace', other: 'workspaces' }, zh: '工作区' } };
const returnOrigins = ['https://app.example.com', { origin: 'https://b.example', name: 'B' }];

async function open(product: Parameters<typeof createOwnTestApp>[0]['product']) {
  const app = await createOwnTestApp({ ...(product && { product }) });
  const get = (url: string) =>
    app.server.inject({ url, headers: { host: 'localhost:3000', cookie: 'i18next=en' } });
  return { app, get };
}

describe('the operator’s brand', () => {
  it('is in the page before its first paint, with the nonce of the page', async () => {
    const { get } = await open({ brand });
    const { body, headers } = await get('/signin');
    const [, nonce] = /script-src 'self' 'nonce-([^']+)'/.exec(
      String(headers['content-security-policy']),
    ) ?? [undefined, 'none'];
    const [head = ''] = body.split('</head>');
    expect(head).toContain(
      `<style nonce="${nonce}">:root:root{--accent:light-dark(#0f5bd7,#8ab4ff)`,
    );
    expect(head).toContain('.on-dark{display:none}');
  });

  it('is served as pictures that no page can run, and told in the configuration', async () => {
    const { get } = await open({ brand, words, returnOrigins });
    const shown = (await get('/config.json')).json();
    expect(shown.words).toEqual(words);
    expect(shown.returnOrigins).toEqual([{ origin: 'https://app.example.com' }, returnOrigins[1]]);
    expect(shown.brand).toMatchObject({ support: brand.support, logo: { width: 28 } });
    expect(JSON.stringify(shown)).not.toContain(folder);
    const picture = await get(shown.brand.logo.light);
    expect(picture.statusCode).toBe(200);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(picture.headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/);
    expect((await get('/brand/logo-light-000000000000.svg')).statusCode).toBe(404);
    expect((await get('/brand/..%2fhearth.json')).statusCode).toBe(404);
  });

  it('is the icon of the tab and of the home screen', async () => {
    const { app, get } = await open({ brand });
    const { favicon } = app.config.brand;
    expect((await get('/manifest.webmanifest')).json().icons).toEqual([
      { src: favicon?.path, sizes: 'any', type: 'image/svg+xml' },
    ]);
    expect((await get('/signin')).body).not.toContain('apple-touch-icon');
  });

  it('leaves page and configuration as they are if there is none', async () => {
    const { get } = await open(undefined);
    const { body } = await get('/signin');
    expect(body).not.toContain('<style');
    expect(body).toContain('<link rel="apple-touch-icon" href="/icon.png">');
    const shown = (await get('/config.json')).json();
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['brand']));
    expect(shown.words).toBeUndefined();
    expect(shown.returnOrigins).toBeUndefined();
  });
});

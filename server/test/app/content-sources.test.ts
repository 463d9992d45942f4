import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toReading } from '../../src/boot/load-app.ts';
import { readConfig } from '../../src/config/config.ts';
import { contentSources } from '../../src/doctor/checks/settings.ts';
import type { DoctorContext } from '../../src/doctor/context.ts';
import type { ContentSources } from '../../src/for-app.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { notes } from './notes/notes.ts';

const folder = `${join(import.meta.dirname, 'notes')}/`;
const csp = {
  images: ['https://images.example.com', 'https://cdn.example.com:8443'],
  connections: ['https://api.example.com', 'wss://live.example.com'],
  frames: ['https://player.example.com'],
};
const contract = { ...notes.contract, accountPages: ['pictures/:picture'] };

describe('origins that a product names', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ app: { appServer: { ...notes, contract, csp }, folder } });
  });
  afterAll(() => app.close());

  async function policyOf(path: string) {
    const { headers, body } = await app.server.inject(path);
    const parts = String(headers['content-security-policy']).split('; ');
    const mark = /data-policy="(\w+)"/.exec(body)?.[1];
    return { mark, parts: Object.fromEntries(parts.map((part) => [part.split(' ')[0], part])) };
  }

  it.each(['/subscription/s/notes', '/subscription/s/Notes/', '/account/pictures/one'])(
    '%s, a screen of the product: may load from them',
    async (path) => {
      const { mark, parts } = await policyOf(path);
      expect(mark).toBe('app');
      expect(parts['img-src']).toBe(
        "img-src 'self' https://images.example.com https://cdn.example.com:8443",
      );
      expect(parts['connect-src']).toBe(
        "connect-src 'self' https://api.example.com wss://live.example.com",
      );
      expect(parts['frame-src']).toBe('frame-src https://player.example.com');
      expect(parts['script-src']).toMatch(/^script-src 'self' 'nonce-[\w+/=]+'$/);
    },
  );

  it.each([
    ['/', '/signin', '/signup', '/reset-password', '/auth/action', '/invite', '/pricing'],
    ['/oauth/sign-in', '/account/other', '/no-such-page', '/dev/mailbox'],
    ['/dashboard', '/create-plan', '/subscription/s', '/subscription/s/billing'],
    ['/subscription/s/billing/payment-methods', '/subscription/s/billing/change-plan'],
  ])('%s and its like: may not', async (...paths) => {
    for (const path of paths) {
      const { headers } = await app.server.inject({ url: path, headers: { accept: 'text/html' } });
      expect.soft(String(headers['content-security-policy']), path).not.toContain('example.com');
    }
    expect((await policyOf('/dashboard')).mark).toBe('hearth');
  });

  it('are listed by the doctor', async () => {
    const context = { config: app.config } as DoctorContext;
    expect(await contentSources.run(context)).toMatchObject([
      {
        id: 'content-sources',
        severity: 'warning',
        problem: expect.stringContaining(
          'images from https://images.example.com, https://cdn.example.com:8443; connections from',
        ),
      },
    ]);
    const none = { config: { ...app.config, app: { ...app.config.app, csp: {} } } };
    expect(await contentSources.run(none as DoctorContext)).toEqual([]);
  });
});

describe('origins that cannot be named', () => {
  const faultsOf = (wrong: object) => {
    try {
      const appServer = { ...notes, csp: wrong as ContentSources };
      readConfig({}, { app: toReading(appServer, folder) });
      return '';
    } catch (error) {
      return String(error);
    }
  };

  it.each([
    ['images', 'https://*.example.com', 'a wildcard. Name each origin in full.'],
    ['images', '*', 'a wildcard. Name each origin in full.'],
    ['images', 'data:', 'which is not an origin.'],
    ['images', "'unsafe-inline'", 'which is not an origin.'],
    ['images', 'https:', 'which is not an origin.'],
    ['images', 'blob:https://a.example', 'which is not an origin.'],
    ['images', 'http://images.example.com', 'It has to begin with https://.'],
    ['frames', 'wss://live.example.com', 'It has to begin with https://.'],
    ['connections', 'ws://live.example.com', 'It has to begin with https:// or wss://.'],
    ['images', 'https://a.example/path', 'Write the origin only: https://a.example.'],
    ['images', 'https://a.example/', 'Write the origin only: https://a.example.'],
    ['images', 'https://a.example;script-src', 'is not an origin.'],
    ['images', "https://a.example 'unsafe-eval'", 'is not an origin.'],
    ['images', 'https://ada@a.example', 'Write the origin only: https://a.example.'],
    ['images', 'https://A.example', 'Write the origin only: https://a.example.'],
    ['images', 7, 'which is not an origin.'],
  ])('`%s` with %s: stops the start in words', (kind, origin, sentence) => {
    const faults = faultsOf({ [kind]: [origin] });
    expect(faults).toContain(`app: \`csp.${kind}\` has \`${origin}\``);
    expect(faults).toContain(sentence);
  });

  it('for scripts, or not as a list: stops the start in words', () => {
    expect(faultsOf({ scripts: ['https://a.example'] })).toContain(
      'app: `csp.scripts` is not known. Other origins can be named for images, connections and frames only.',
    );
    expect(faultsOf({ images: 'https://a.example' })).toContain(
      'app: `csp.images` has to be a list of origins.',
    );
  });
});

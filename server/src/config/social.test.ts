import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../test/harness/make-folder.ts';
import { production } from '../../test/harness/production-environment.ts';
import { toPublicConfig } from '../http/public-config.ts';
import { ConfigFaults, readConfig } from './config.ts';
import { socialWarnings } from './social.ts';

const root = join(import.meta.dirname, '../../..');

/** The configuration with these providers on, and no others. */
function read(on: readonly string[], env: Record<string, string> = {}) {
  const folder = makeFolder('social');
  mkdirSync(join(folder, 'locales'));
  for (const name of ['locales/en.json', 'locales/zh.json']) {
    copyFileSync(join(root, 'config', name), join(folder, name));
  }
  const product = JSON.parse(readFileSync(join(root, 'config/hearth.json'), 'utf8'));
  for (const name of Object.keys(product.socialProviders)) {
    product.socialProviders[name] = on.includes(name);
  }
  const file = join(folder, 'hearth.json');
  writeFileSync(file, JSON.stringify(product));
  return readConfig({ DATA_DIR: folder, HEARTH_CONFIG: file, ...env });
}

const googleKeys = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
const githubKeys = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' };

describe('social providers', () => {
  it('are Google only, unless the configuration says otherwise', () => {
    const { product } = readConfig({ DATA_DIR: makeFolder('social') });
    const on = Object.entries(product.socialProviders).filter(([, isOn]) => isOn);
    expect(on).toEqual([['google', true]]);
  });

  it('are offered when they are on and have their keys', () => {
    const config = read(['google', 'github', 'apple'], { ...googleKeys, ...githubKeys });
    const prices = { accountFaults: [], faultsOf: () => [] };
    expect(toPublicConfig(config, prices).socialProviders).toEqual(['google', 'github']);
    expect(config.social.sandbox).toBe(false);
    expect(config.social.keys).toEqual({
      google: { clientId: 'id', clientSecret: 'secret' },
      github: { clientId: 'id', clientSecret: 'secret' },
    });
  });

  it('are not offered when they have keys and are off', () => {
    expect(read([], githubKeys).social.offered).toEqual([]);
  });

  it('are replaced by the sandbox if Google has no keys, in local mode only', () => {
    expect(read(['google']).social).toEqual({ keys: {}, sandbox: true, offered: ['google'] });
    expect(read(['github']).social).toMatchObject({ sandbox: false, offered: [] });
    expect(read(['google'], production).social).toMatchObject({ sandbox: false, offered: [] });
  });

  it('are offered if people sign in on devices only, once they are on', () => {
    const games = ['playGames', 'gameCenter'];
    expect(read(games).social.offered).toEqual(games);
    expect(read(games, production).social.offered).toEqual(games);
    expect(read(['google']).social.offered).toEqual(['google']);
  });

  it('need an id and a secret, or neither', () => {
    expect(() => read([], { GOOGLE_CLIENT_ID: 'id' })).toThrow(ConfigFaults);
    expect(() => read([], { GOOGLE_CLIENT_ID: 'id' })).toThrow(
      'GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET only work together.',
    );
    expect(() => read([], { YAHOO_CLIENT_SECRET: 'x' })).toThrow('YAHOO_CLIENT_ID: ');
  });

  it('are warned about in production when they are on and nobody can use them', () => {
    expect(
      socialWarnings(read(['google', 'github', 'playGames'], { ...production, ...googleKeys })),
    ).toEqual([
      'Sign-in with github is on but not offered: set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET, or switch it off in socialProviders.',
    ]);
    expect(socialWarnings(read(['google', 'github']))).toEqual([]);
  });
});

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../test/harness/make-folder.ts';
import { toPublicConfig } from '../http/public-config.ts';
import { readConfig } from './config.ts';
import { readProduct } from './product.ts';

const folder = join(import.meta.dirname, '../../../config');

/** File of a configuration with these settings, as an operator writes it. */
function write(settings: object): string {
  const copy = makeFolder('email-sign-in');
  cpSync(join(folder, 'locales'), join(copy, 'locales'), { recursive: true });
  const product = JSON.parse(readFileSync(join(folder, 'hearth.json'), 'utf8'));
  writeFileSync(join(copy, 'hearth.json'), JSON.stringify({ ...product, ...settings }));
  return join(copy, 'hearth.json');
}

it('is off, and no site may get links, if nothing is said', () => {
  const { settings } = readProduct(write({}));
  expect(settings).toMatchObject({ policy: { emailSignIn: false }, authorizedDomains: [] });
});

it('tells the pages whether it is on, and no origins', () => {
  const shown = (settings: object) => {
    const config = readConfig({
      DATA_DIR: makeFolder('email-sign-in'),
      HEARTH_CONFIG: write(settings),
    });
    return toPublicConfig(config, { accountFaults: [], faultsOf: () => [] });
  };
  expect(shown({})).not.toHaveProperty('emailSignIn');
  const authorizedDomains = ['https://app.example.com', 'http://localhost:5173'];
  const on = shown({ policy: { emailSignIn: true }, authorizedDomains });
  expect(on.emailSignIn).toBe(true);
  expect(JSON.stringify(on)).not.toContain('app.example.com');
});

it.each([
  ['app.example.com', 'is not an origin'],
  ['https://app.example.com/', 'must be an origin only, written as https://app.example.com.'],
  ['https://*.example.com', 'has a wildcard'],
  ['http://app.example.com', 'must begin with https'],
])('refuses links to %s in a sentence', (origin, sentence) => {
  const { faults } = readProduct(write({ authorizedDomains: [origin] }));
  expect(faults).toEqual([expect.stringContaining(sentence)]);
  expect(faults[0]).toContain('authorizedDomains');
});

it('refuses an origin that is there twice', () => {
  const origin = 'https://app.example.com';
  const { faults } = readProduct(write({ authorizedDomains: [origin, origin] }));
  expect(faults).toEqual([expect.stringContaining('more than once')]);
});

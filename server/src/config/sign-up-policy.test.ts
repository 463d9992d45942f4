import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../test/harness/make-folder.ts';
import { toPublicConfig } from '../http/public-config.ts';
import { readConfig } from './config.ts';
import { readProduct } from './product.ts';

const folder = join(import.meta.dirname, '../../../config');

/** File of a configuration with the policy, as an operator writes it. */
function write(policy: object | undefined): string {
  const copy = makeFolder('sign-up');
  cpSync(join(folder, 'locales'), join(copy, 'locales'), { recursive: true });
  const product = JSON.parse(readFileSync(join(folder, 'hearth.json'), 'utf8'));
  writeFileSync(join(copy, 'hearth.json'), JSON.stringify({ ...product, policy }));
  return join(copy, 'hearth.json');
}

const read = (policy?: object) => readProduct(write(policy));

it('lets everybody sign up if the policy says nothing', () => {
  for (const policy of [undefined, {}, { phone: 'optional' }]) {
    expect(read(policy).settings?.policy).toMatchObject({ signUp: 'open', signUpDomains: [] });
  }
});

it.each(['acme.com', 'Acme.COM', 'mail.acme.com', 'müller.de', 'xn--mller-kva.de'])(
  'takes the domain %s',
  (domain) => {
    expect(read({ signUp: 'invited', signUpDomains: [domain] }).faults).toEqual([]);
  },
);

it.each([
  '',
  'acme',
  '@acme.com',
  '*.acme.com',
  '.acme.com',
  'acme.com.',
  'a@acme.com',
  'acme.com/x',
  'acme .com',
  '10.0.0.1',
])('refuses the domain %j in a sentence', (domain) => {
  const { faults } = read({ signUpDomains: ['acme.com', domain] });
  expect(faults.map((fault) => fault.replace(/^.*hearth\.json: /, ''))).toEqual([
    'policy.signUpDomains.1: must be the domain of email addresses, such as acme.com.',
  ]);
});

it('refuses a policy of another name', () => {
  expect(read({ signUp: 'private' }).faults).toHaveLength(1);
});

it('tells the pages who may sign up, and no domains', () => {
  const shown = (policy: object) => {
    const config = readConfig({ DATA_DIR: makeFolder('sign-up'), HEARTH_CONFIG: write(policy) });
    return toPublicConfig(config, { accountFaults: [], faultsOf: () => [] });
  };
  expect(shown({}).signUp).toBeUndefined();
  const closed = shown({ signUp: 'closed', signUpDomains: ['acme.com'] });
  expect(closed.signUp).toBe('closed');
  expect(JSON.stringify(closed)).not.toContain('acme.com');
});

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../test/harness/make-folder.ts';
import { toPublicConfig } from '../http/public-config.ts';
import { ConfigFaults, readConfig } from './config.ts';

const configFolder = join(import.meta.dirname, '../../../config');

/** Reads the configuration with these English texts beside ours. */
function read(texts: Readonly<Record<string, string>>) {
  const folder = makeFolder('mail-texts');
  cpSync(configFolder, folder, { recursive: true });
  const file = join(folder, 'locales/en.json');
  const ours = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...ours, ...texts }));
  return {
    file,
    read: () => readConfig({ DATA_DIR: folder, HEARTH_CONFIG: join(folder, 'hearth.json') }),
  };
}

it('given texts of emails: has them, with our word for a project, and shows them to no visitor', () => {
  const key = 'mails.receipt.why';
  const config = read({ [key]: 'Thanks for {{a project}}, {{name}}: {{projectName}}.' }).read();
  expect(config.texts.en?.[key]).toBe('Thanks for a project, {{name}}: {{projectName}}.');
  const shown = toPublicConfig(config, { accountFaults: [], faultsOf: () => [] });
  expect(shown.texts.en?.['plans.pro.title']).toBe('Pro');
  expect(JSON.stringify(shown)).not.toContain(key);
});

it.each([
  ['mails.reciept.why', 'Thanks', 'there is no email `reciept`.'],
  ['mails.receipt.why', 'Thanks, {{name}', 'a brace is missing or too many.'],
  ['mails.receipt.why', 'Thanks, {{nam}}', 'it has no value {{nam}}.'],
])('given %s “%s”: refuses to start, and names file and key', (key, text, sentence) => {
  const { file, read: start } = read({ [key]: text });
  const faults = (() => {
    try {
      start();
      return [];
    } catch (error) {
      return error instanceof ConfigFaults ? error.faults : [`bug: ${error}`];
    }
  })();
  expect(faults).toEqual([expect.stringContaining(`${file}: the text \`${key}\`: ${sentence}`)]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mergeTables, modelFor, tableFaults } from '../server/src/config/languages/word-table.ts';
import { listEnglishWords } from '../web/english-words.ts';
import { root } from './run-command.mjs';

const folder = join(root, 'config/locales');
const languages = readdirSync(folder, { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map(({ name }) => name);

it.each(languages)('screens of %s: each text is one that English has', (language) => {
  const english = Object.values(listEnglishWords({ refusals: {}, activity: {} }));
  const words = JSON.parse(readFileSync(join(folder, language, 'screens.json'), 'utf8'));
  expect(tableFaults(words, modelFor(language, english.reduce(mergeTables, {})))).toEqual([]);
});

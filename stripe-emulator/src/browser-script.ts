import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Each after those that it imports. */
const files = [
  'words.js',
  'countries.js',
  'look.js',
  'field.js',
  'bank.js',
  'elements.js',
  'stripe.js',
];

/** The files of `browser/` as one classic script: who loads it waits for `window.Stripe`, which modules set too late. */
export async function readBrowserScript(): Promise<string> {
  const texts = await Promise.all(
    files.map((file) => readFile(join(import.meta.dirname, '../browser', file), 'utf8')),
  );
  const joined = texts
    .join('\n')
    .replace(/^import .*;$/gm, '')
    .replace(/^export /gm, '');
  return `(() => {\n'use strict';\n${joined}})();\n`;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './run-command.mjs';

/** Starts the product, or its command line, from this folder. */
const starting = /dist\/(cli\/)?main\.js|'npm', \['start'\]/;

const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.(ts|mjs)$/.test(file) && !/node_modules|\/dist\//.test(file));

const read = (file) => readFileSync(join(root, file), 'utf8');

// In start.test.mjs the folder is a made-up one, without such a file.
const elsewhere = ['scripts/start.test.mjs', 'scripts/env-file.test.mjs'];
const tests = [
  ...filesIn('server/test'),
  ...filesIn('e2e'),
  ...filesIn('scripts').filter((file) => file.endsWith('.test.mjs') && !elsewhere.includes(file)),
].filter((file) => starting.test(read(file)));

it('some tests start the product', () => {
  expect(tests.length).toBeGreaterThan(4);
});

it.each(tests)('%s: starts it without the `.env` of this folder', (file) => {
  expect(read(file)).toMatch(/HEARTH_ENV_FILE: 'none'/);
});

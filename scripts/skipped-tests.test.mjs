import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './run-command.mjs';

const folders = [
  ...['contract/src', 'server/src', 'server/test', 'web/src', 'web/test', 'app', 'e2e'],
  ...['examples', 'scripts', 'sdk/test', 'stripe-emulator/test'],
];
const isOfTests = (path) => /\.test\.\w+$|\.fault\.ts$|(^|\/)(test|e2e)\//.test(path);
/** A test of Vitest or Playwright that would leave itself, or all others, out. */
const leavesOut = /\.(?:skip|skipIf|runIf|only|todo|fixme)\b|\bskip\(/;

const listFiles = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return ['node_modules', 'dist', '.next'].includes(entry.name) ? [] : listFiles(path);
    }
    return /\.(?:ts|tsx|mjs)$/.test(path) && isOfTests(path) ? [path] : [];
  });

it('no test leaves itself or the others out: long ones and those for root have files of their own', () => {
  const files = folders.flatMap(listFiles);
  expect(files.length).toBeGreaterThan(500);
  const wrong = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter((line) => leavesOut.test(line) && !line.includes('const leavesOut'))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(wrong).toEqual([]);
});

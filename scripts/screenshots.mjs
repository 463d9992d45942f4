import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from './find-browser.mjs';
import { prepare } from './prepare.mjs';
import { root, runCommand, saying } from './run-command.mjs';

// Every state of every page in each language, width and theme, and the pictures of the README.
const folder = join(root, '.cache/screenshots');

await prepare();
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const { code, output } = await saying(`Taking pictures into ${folder}`, async () =>
  runCommand(
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', 'page-states', 'pictures'],
    { env: { HEARTH_PICTURES: folder, HEARTH_CHROMIUM: await findBrowser() } },
  ),
);
if (code !== 0) {
  console.log(output);
}
process.exitCode = code;

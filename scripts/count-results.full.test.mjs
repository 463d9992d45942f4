import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { countPlaywright, countVitest } from './count-results.mjs';
import { findBrowser } from './find-browser.mjs';
import { root } from './run-command.mjs';

/** In parts, so that the repository's own search for such tests does not find it. */
const skipping = `.${'skip'}`;

/** Inside the repository, so that the runners are found. */
async function writeTests(name, from) {
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache/skipping-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), toTests(from));
  return folder;
}

async function writeConfig(folder, name) {
  await writeFile(join(folder, name), 'export default {};');
  return join(folder, name);
}

const toTests = (from) => `import { expect, test } from '${from}';
test('is made', () => expect(1).toBe(1));
test${skipping}('is left out', () => expect(1).toBe(1));
`;

it('a test that skips itself: fails the run, by the name of its file and its own', async () => {
  const folder = await writeTests('some.test.mjs', 'vitest');
  const config = await writeConfig(folder, 'vitest.config.mjs');
  const { passed, failed, output } = await countVitest(['--root', folder, '--config', config]);
  expect([passed, failed]).toEqual([1, 1]);
  expect(output).toMatch(/These tests have not run:\n\.cache\/.+\/some\.test\.mjs: is left out$/);
});

it('a journey that skips itself: fails the run, by the name of its file and its own', async () => {
  const folder = await writeTests('some.spec.mjs', '@playwright/test');
  const config = await writeConfig(folder, 'playwright.config.mjs');
  const { passed, failed, output } = await countPlaywright({}, config);
  expect([passed, failed]).toEqual([1, 1]);
  expect(output).toMatch(/These tests have not run:\nsome\.spec\.mjs: is left out$/);
});

it('a journey that fails: what its page showed is printed', async () => {
  const folder = await writeTests('some.spec.mjs', '@playwright/test');
  await writeFile(join(folder, 'some.spec.mjs'), failing);
  const config = await writeConfig(folder, 'playwright.config.mjs');
  const env = { HEARTH_CHROMIUM: await findBrowser() };
  const { failed, output } = await countPlaywright(env, config);
  expect(failed).toBe(1);
  expect(output).toMatch(/The page of "fails":\n- main:\n {2}- heading "Welcome"/);
});

const failing = `import { expect, test } from '@playwright/test';
test.use({ launchOptions: { executablePath: process.env.HEARTH_CHROMIUM } });
test('fails', async ({ page }) => {
  await page.setContent('<p>Before</p><main><h1>Welcome</h1></main>');
  await expect(page.getByRole('row')).toBeVisible({ timeout: 1 });
});
`;

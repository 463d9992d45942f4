import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from './find-browser.mjs';
import { newFeature } from './new-feature.mjs';
import { root } from './run-command.mjs';

const run = promisify(execFile);
/** Without what the compiler has built, and its notes that it is there. */
const isSource = (path) =>
  !/\/(node_modules|dist)(\/|$)|\.tsbuildinfo$/.test(path.slice(root.length));
const front = ['build', '--config', 'vite.front.config.ts'];
const workspaces = ['contract', 'server', 'web', 'app', 'e2e', 'sdk', 'stripe-emulator'];
const files = [
  ...['scripts', 'config', 'tsconfig.json', 'tsconfig.base.json', 'package.json', 'biome.json'],
  ...['knip.json', 'vitest.config.ts', '.dependency-cruiser.cjs'],
  ...['.dependency-cruiser-app.cjs', '.dependency-cruiser-web.cjs'],
];

/** A test of a product's own screens. */
const screenTest = `import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { web } from './index.ts';

it('has its own screens and words', async () => {
  const { refusals } = await web.words.zh();
  render(<p>{[...web.subscriptionPages.map(({ path }) => path), ...Object.keys(refusals)].join()}</p>);
  expect(screen.getByText('tasks,notes,task/not-found,note/not-found')).toBeDefined();
});
`;

/** Events of the product's own. */
const events = `import { defineEvents } from '@hearth/contract';
import { recordEvent, type Transaction } from '@hearth/server/app';

const types = defineEvents(['task.burnt']);

declare module '@hearth/contract' {
  interface Register {
    readonly events: typeof types;
  }
}

export const recordBurnt = (tx: Transaction, id: string) =>
  recordEvent(tx, { type: 'task.burnt', subjectId: id, data: { id } });
`;

/** The other tests run examples/tasks in place; here all of Hearth is compiled and built with a full app/. */
describe('examples/tasks in the place of app/, and notes', () => {
  let copy;

  beforeAll(async () => {
    // Inside the repository, so that packages resolve as they do in the real tree.
    await mkdir(join(root, '.cache'), { recursive: true });
    copy = await mkdtemp(join(root, '.cache/full-app-'));
    for (const part of [...workspaces.filter((name) => name !== 'app'), ...files]) {
      await cp(join(root, part), join(copy, part), { recursive: true, filter: isSource });
    }
    await cp(join(root, 'examples/tasks'), join(copy, 'app'), { recursive: true });
    for (const name of ['package.json', 'contract/tsconfig.json', 'server/tsconfig.json']) {
      await cp(join(root, 'app', name), join(copy, 'app', name));
    }
    await linkPackages(copy);
    await newFeature({ root, app: join(copy, 'app'), noun: 'note', label: '笔记' });
    await writeFile(join(copy, 'app/web/screens.test.tsx'), screenTest);
    await writeFile(join(copy, 'app/server/events.ts'), events);
    await runIn(copy, 'biome', ['check', '--write', 'app']);
  }, 120_000);
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it.each([
    ['types', 'tsc', ['-b']],
    ['lint', 'biome', ['check', 'app']],
    ['boundaries', 'depcruise', ['--config', '.dependency-cruiser.cjs', 'web/src', 'app']],
    ['build', 'vite', ['build', '--logLevel', 'warn'], 'web'],
    ['drawn pages', 'vite', [...front, '--logLevel', 'warn'], 'web'],
  ])(
    '%s: have no fault',
    async (_name, tool, args, folder = '.') => {
      await runIn(join(copy, folder), tool, args);
    },
    600_000,
  );

  it('answer their calls as their tests say, on a database with both migrations', async () => {
    const output = await runIn(copy, 'vitest', ['run', '--root', 'server', '../app/test']);
    expect(output).toMatch(/Tests +30 passed/);
  }, 300_000);

  it('leave the tests of our screens alone, and have their own run', async () => {
    const output = await runIn(copy, 'vitest', ['run', '--project', 'web', '--project', 'app']);
    expect(output).toContain('app/web/screens.test.tsx');
  }, 900_000);

  it('leave a journey about our prices alone, and their screens keep out nobody', async () => {
    await runIn(copy, process.execPath, ['scripts/api-docs.mjs', '--built-only']);
    const line = ['test', '--config', 'e2e/playwright.config.ts', '--project=hearth'];
    const journeys = ['app-screens', 'billing-month-year'];
    const env = { HEARTH_LONG: '', HEARTH_FULL: '1', HEARTH_CHROMIUM: (await findBrowser()) ?? '' };
    const output = await runIn(copy, 'playwright', [...line, ...journeys], env);
    expect(output).toContain('app, tasks: fits every width and theme');
    expect(output).toContain('app, notes: fits every width and theme');
  }, 900_000);
});

/** Packages of the repository, with the workspaces of the copy. */
async function linkPackages(copy) {
  const packages = join(copy, 'node_modules');
  await mkdir(join(packages, '@hearth'), { recursive: true });
  const names = (await readdir(join(root, 'node_modules'))).filter((name) => name !== '@hearth');
  for (const name of names) {
    await symlink(join(root, 'node_modules', name), join(packages, name));
  }
  for (const name of workspaces) {
    await symlink(join(copy, name), join(packages, '@hearth', name));
  }
  for (const name of workspaces.filter((one) => existsSync(join(root, one, 'node_modules')))) {
    await symlink(join(root, name, 'node_modules'), join(copy, name, 'node_modules'));
  }
}

/** Throws with the tool's whole output if it finds a fault. */
async function runIn(cwd, tool, args, settings = {}) {
  const { NO_COLOR: _, ...env } = process.env;
  const options = { cwd, env: { ...env, NO_COLOR: '1', ...settings }, maxBuffer: 64 * 1024 * 1024 };
  const program = tool === process.execPath ? tool : join(root, 'node_modules/.bin', tool);
  const { stdout } = await run(program, args, options).catch((error) => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  });
  return stdout.trim();
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './run-command.mjs';

const run = promisify(execFile);
const isLong = process.env.HEARTH_LONG !== undefined;
const isSource = (path) => !/\/(node_modules|dist)(\/|$)/.test(path.slice(root.length));
const workspaces = ['contract', 'server', 'web', 'app', 'e2e'];

describe('examples/tasks in the place of app/', () => {
  let copy;

  beforeAll(async () => {
    await mkdir(join(root, '.cache'), { recursive: true });
    copy = await mkdtemp(join(root, '.cache/tasks-'));
    const files = ['config', 'tsconfig.json', 'tsconfig.base.json', 'package.json'];
    for (const part of ['contract', 'server', 'web', 'e2e', ...files]) {
      await cp(join(root, part), join(copy, part), { recursive: true, filter: isSource });
    }
    await cp(join(root, 'examples/tasks'), join(copy, 'app'), { recursive: true });
    await linkPackages();
  }, 60_000);
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('answers its calls as its tests say, on a database with its migrations', async () => {
    const output = await runIn('vitest', ['run', '--root', 'server', '../app/test']);
    expect(output).toMatch(/Tests +5 passed/);
  }, 300_000);

  it.skipIf(!isLong)(
    'compiles with all of Hearth',
    async () => {
      expect(await runIn('tsc', ['-b'])).toBe('');
    },
    600_000,
  );

  /** Packages of the repository, with the workspaces of the copy. */
  async function linkPackages() {
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

  async function runIn(tool, args) {
    const { NO_COLOR: _, ...env } = process.env;
    const program = join(copy, 'node_modules/.bin', tool);
    const options = { cwd: copy, env: { ...env, NO_COLOR: '1' }, maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await run(program, args, options).catch((error) => {
      throw new Error(`${error.stdout}\n${error.stderr}`);
    });
    return stdout.trim();
  }
});

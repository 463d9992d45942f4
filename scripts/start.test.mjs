import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fingerprint } from './build.mjs';
import { root } from './run-command.mjs';

const longest = { timeout: 30_000, interval: 50 };

/** A folder like this one, whose preparation and server are the given ones. */
function makeFolder(files) {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const scripts = ['build', 'hold-lock', 'install', 'prepare', 'run-command', 'start'];
  for (const name of scripts) {
    cpSync(join(root, `scripts/${name}.mjs`), join(folder, `scripts/${name}.mjs`));
  }
  const all = {
    'package.json': { type: 'module', scripts: { start: 'exec node scripts/start.mjs' } },
    'server/dist/main.js': "import { writeFileSync } from 'node:fs'; writeFileSync('started', '');",
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(folder, name), text);
  }
  return { folder, has: (name) => existsSync(join(folder, name)) };
}

function start(folder) {
  const { PATH, HOME } = process.env;
  // A group of its own, so that nothing survives this test.
  const npm = spawn('npm', ['start'], { cwd: folder, env: { PATH, HOME }, detached: true });
  let words = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk) => {
      words += chunk;
    });
  }
  onTestFinished(() => {
    try {
      process.kill(-npm.pid, 'SIGKILL');
    } catch {
      // Its process group is gone.
    }
  });
  return { npm, words: () => words };
}

describe('npm start', () => {
  it('starts no server once npm was killed while it still prepares', async () => {
    const prepare = `
      import { writeFileSync } from 'node:fs';
      export async function prepare() {
        writeFileSync('preparing', String(process.pid));
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        writeFileSync('prepared', '');
      }`;
    const { folder, has } = makeFolder({ 'scripts/prepare.mjs': prepare });
    const { npm } = start(folder);
    await expect.poll(() => has('preparing'), longest).toBe(true);
    npm.kill('SIGKILL');
    await sleep(4_000);
    expect([has('prepared'), has('started')]).toEqual([false, false]);
  });

  describe('in a built tree with production modules', () => {
    const lock = (names) => ({
      packages: {
        '': {},
        ...Object.fromEntries(
          names.map((name) => [
            `node_modules/${name}`,
            { version: '1.0.0', ...(name === 'a-compiler' && { dev: true }) },
          ]),
        ),
      },
    });
    const tree = {
      'package-lock.json': lock(['a-library', 'a-compiler']),
      'node_modules/.package-lock.json': lock(['a-library']),
      'contract/dist/index.js': '',
      'stripe-emulator/dist/index.js': '',
      'server/dist/api/openapi.json': '{}',
      'app/dist/server/index.js': '',
      'web/dist/index.html': '',
      'web/dist/server/front.mjs': '',
    };

    it('starts without installing or building anything', async () => {
      const { folder, has } = makeFolder(tree);
      const { words } = start(folder);
      await expect.poll(() => has('started'), longest).toBe(true);
      expect(words()).not.toMatch(/Installing|Building/);
    });

    it('starts when another version of Node has built the same sources elsewhere', async () => {
      const sources = { ...tree, 'server/src/main.ts': 'as it was built' };
      const { folder, has } = makeFolder(sources);
      await noteBuild(folder, 'v1.2.3');
      start(folder);
      await expect.poll(() => has('started'), longest).toBe(true);
    });

    it('does not start what was built before its sources changed', async () => {
      const { folder, has } = makeFolder({ ...tree, 'server/src/main.ts': 'as it was built' });
      await noteBuild(folder, process.version);
      writeFileSync(join(folder, 'server/src/main.ts'), 'changed since');
      const { words } = start(folder);
      await expect.poll(words, longest).toContain('Installing');
      expect(has('started')).toBe(false);
    });

    it('starts what was built before a setting, a test or a table of the product changed, and says what is wrong with a JSON before it builds', async () => {
      const { folder, has } = makeFolder({ ...tree, 'app/server/index.ts': 'as it was built' });
      await noteBuild(folder, process.version);
      const write = (name, text) => {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      };
      write('app/config/hearth.json', '{}');
      write('app/test/index.ts', '');
      write('app/server/migrations/0001-notes.sql', '');
      start(folder);
      await expect.poll(() => has('started'), longest).toBe(true);

      write('app/config/hearth.json', '{ "productName": }');
      write('app/server/index.ts', 'changed since');
      const { build } = await import(join(folder, 'scripts/build.mjs'));
      await expect(build()).rejects.toThrow('  - app/config/hearth.json: Unexpected token');
    });

    it('does not start where a package of the server is missing', async () => {
      const { folder, has } = makeFolder({ ...tree, 'node_modules/.package-lock.json': lock([]) });
      const { words } = start(folder);
      await expect.poll(words, longest).toContain('Installing');
      expect(has('started')).toBe(false);
    });
  });
});

/** Leaves the note that a build leaves. */
async function noteBuild(folder, version) {
  const [, hash] = (await fingerprint(folder)).split(' ');
  mkdirSync(join(folder, '.cache'), { recursive: true });
  writeFileSync(join(folder, '.cache/build'), `${version} ${hash}`);
}

import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, runCommand, saying } from './run-command.mjs';

/** The Node.js of .nvmrc, which the image has too; answers its program. Our own npm and tests stay on the one that runs them. */
export async function installNodeLts() {
  const version = (await readFile(join(root, '.nvmrc'), 'utf8')).trim();
  const prefix = join(root, `.cache/node-${version}`);
  const program = join(prefix, 'node_modules/node/bin/node');
  if (!existsSync(program)) {
    await mkdir(prefix, { recursive: true });
    const args = ['install', '--prefix', prefix, '--no-audit', '--no-fund', `node@${version}`];
    const { code, output } = await saying(`Installing Node.js ${version}`, () =>
      runCommand('npm', args, { cwd: prefix }),
    );
    if (code !== 0) {
      throw new Error(`Node.js ${version} could not be installed. npm says:\n${output.trim()}`);
    }
  }
  return program;
}

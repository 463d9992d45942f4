import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

export const run = promisify(execFile);
const bin = '/usr/lib/postgresql/15/bin';

/** PostgreSQL of the machine, which listens on TCP, for faults that the one inside the product cannot have. */
export interface DebianPostgres {
  readonly port: number;
  readonly folder: string;
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  as(program: string, ...args: string[]): Promise<void>;
}

/** Fails with what to install where the machine lacks a program. */
export function requireProgram(path: string, debianPackage: string): void {
  if (!existsSync(path)) {
    throw new Error(`${path} is missing. Install it: apt-get install ${debianPackage}`);
  }
}

interface Settings {
  /** Folder for the data; a new one where it is left out. */
  readonly folder?: string;
  readonly settings?: readonly string[];
  /** Makes the data as a copy of that one, which it then follows. */
  readonly standbyOf?: DebianPostgres;
}

export async function startDebianPostgres(options: Settings = {}): Promise<DebianPostgres> {
  requireProgram(`${bin}/initdb`, 'postgresql-15');
  requireProgram('/usr/sbin/runuser', 'util-linux');
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'hearth-pg15-')));
  const { stdout } = await run('id', ['-u', 'postgres']);
  await chown(folder, Number(stdout), -1);
  const data = join(folder, 'data');
  const port = await freePort();
  const as = async (program: string, ...args: string[]) => {
    await run('runuser', ['-u', 'postgres', '--', join(bin, program), ...args], { cwd: '/' });
  };
  const { standbyOf } = options;
  await (standbyOf
    ? as(
        'pg_basebackup',
        '-R',
        '-D',
        data,
        '-h',
        '127.0.0.1',
        '-p',
        String(standbyOf.port),
        '-U',
        'hearth',
      )
    : as('initdb', '-D', data, '-U', 'hearth', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'));
  const lines = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}'`,
    ...(options.settings ?? []),
  ];
  await appendFile(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  const postgres: DebianPostgres = {
    port,
    folder,
    url: `postgres://hearth@127.0.0.1:${port}/postgres`,
    as,
    start: () => as('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), 'start'),
    stop: () => as('pg_ctl', '-D', data, '-m', 'immediate', 'stop').catch(() => undefined),
  };
  onTestFinished(async () => {
    await postgres.stop();
    if (options.folder === undefined) {
      await rm(folder, { recursive: true, force: true });
    }
  });
  await postgres.start();
  return postgres;
}

/** A disk of its own size, in memory. */
export async function mountDisk(megabytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-disk-'));
  await mkdir(folder, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  onTestFinished(async () => {
    await run('umount', ['-l', folder]);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

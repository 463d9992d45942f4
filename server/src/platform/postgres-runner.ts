import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { copyBinaries, isCode, linkBinaries } from './postgres-binaries.ts';
import { admitOtherUser, type FileOwner } from './postgres-folders.ts';

/** Runs PostgreSQL's programs as somebody who is not root, which PostgreSQL refuses. */
export interface Runner extends FileOwner {
  majorVersion: number;
  run(program: string, args: string[]): Promise<string>;
  launch(program: string, args: string[], logFd: number): ChildProcess;
}

export interface RunnerOptions {
  dataDir: string;
  binariesDir: string;
  unsharePath: string;
}

interface Disguise extends FileOwner {
  prefix: string[];
  /** Another real user than ours, who must be let into the folders. */
  isOtherUser: boolean;
}

const NOBODY = 65_534;

// PG* variables of the person's shell must not reach the server; TZ spares initdb a search.
const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

export async function chooseRunner(options: RunnerOptions): Promise<Runner> {
  const copyDir = join(options.dataDir, 'postgres-binaries');
  const binariesDir = await linkBinaries(options.binariesDir, copyDir);
  const faults: string[] = [];
  for (const disguise of await listDisguises(options)) {
    try {
      return disguise.isOtherUser
        ? await createOtherRunner(disguise, binariesDir, copyDir)
        : await createRunner(disguise, binariesDir);
    } catch (error) {
      faults.push(`- ${describe(disguise)}: ${firstLine(error)}`);
    }
  }
  throw new Error(
    `The built-in PostgreSQL cannot run here. Start Hearth as an ordinary user, or set DATABASE_URL. What was tried:\n${faults.join('\n')}`,
  );
}

async function listDisguises({ dataDir, unsharePath }: RunnerOptions): Promise<Disguise[]> {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, isOtherUser: false };
  if (own.uid !== 0) {
    return [{ ...own, prefix: [] }];
  }
  const owner = await stat(dataDir);
  // In a user namespace root looks like an ordinary user, while the files stay root's.
  const namespace = [unsharePath, '--user', '--map-user=1000', '--map-group=1000'];
  return [
    ...(owner.uid === 0 ? [] : [{ uid: owner.uid, gid: owner.gid, prefix: [], isOtherUser: true }]),
    { ...own, prefix: namespace },
    { uid: NOBODY, gid: NOBODY, prefix: [], isOtherUser: true },
  ];
}

async function createOtherRunner(disguise: Disguise, binariesDir: string, copyDir: string) {
  await admitOtherUser(dirname(copyDir), disguise.uid);
  try {
    return await createRunner(disguise, binariesDir);
  } catch (error) {
    if (isCode(error, 'EACCES')) {
      return createRunner(disguise, await copyBinaries(binariesDir, copyDir));
    }
    throw error;
  }
}

async function createRunner(disguise: Disguise, binariesDir: string): Promise<Runner> {
  const options = {
    env: ENVIRONMENT,
    cwd: '/',
    ...(disguise.isOtherUser ? { uid: disguise.uid, gid: disguise.gid } : {}),
  };
  const commandOf = (program: string, args: string[]) => {
    const [file = '', ...rest] = [...disguise.prefix, join(binariesDir, 'bin', program), ...args];
    return { file, rest };
  };
  const run = async (program: string, args: string[]) => {
    const { file, rest } = commandOf(program, args);
    return (await promisify(execFile)(file, rest, options)).stdout;
  };
  return {
    ...disguise,
    majorVersion: Number(/(\d+)\./.exec(await run('postgres', ['--version']))?.[1]),
    run,
    launch(program, args, logFd) {
      const { file, rest } = commandOf(program, args);
      // A process group of its own: Ctrl-C in the terminal reaches only us, and we stop it in order.
      return spawn(file, rest, { ...options, detached: true, stdio: ['ignore', logFd, logFd] });
    },
  };
}

function describe(disguise: Disguise): string {
  return disguise.prefix.length > 0 ? 'in a user namespace' : `as user ${disguise.uid}`;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().split('\n').join(' ');
}

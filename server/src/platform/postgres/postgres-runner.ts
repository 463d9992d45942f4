import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyBinaries, isCode, linkBinaries } from './postgres-binaries.ts';
import { admitOtherUser } from './postgres-folders.ts';
import {
  chooseUser,
  type FileOwner,
  findClosedFolder,
  isRootOfMachine,
  type PostgresUser,
} from './postgres-user.ts';

/** Runs PostgreSQL's programs as a user other than root, which PostgreSQL refuses. */
export interface Runner extends PostgresUser {
  majorVersion: number;
  /** Runs a program that sets the database up. */
  run(program: string, args: string[]): Promise<string>;
  launch(program: string, args: string[], logFd: number): ChildProcess;
}

export interface RunnerOptions {
  dataDir: string;
  binariesDir: string;
  unsharePath: string;
}

/** A command line for a program, and as whom Node must start it. */
interface Command extends Partial<FileOwner> {
  readonly line: readonly [file: string, ...args: string[]];
}

/** How a program is started as the user with this id. */
type ToCommand = (uid: number, program: string, args: readonly string[]) => Command;

interface Way {
  readonly words: string;
  readonly open: () => Promise<Runner>;
}

// PG* variables of the person's shell must not reach the server; TZ spares initdb a search.
const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

export async function chooseRunner(options: RunnerOptions): Promise<Runner> {
  const copyDir = join(options.dataDir, 'postgres-binaries');
  const binariesDir = await linkBinaries(options.binariesDir, copyDir);
  await requireLoader(binariesDir);
  const faults: string[] = [];
  for (const { words, open } of await listWays({ ...options, binariesDir }, copyDir)) {
    try {
      return await open();
    } catch (error) {
      faults.push(`- ${words}: ${firstLine(error)}`);
    }
  }
  throw new Error(
    `The built-in PostgreSQL cannot run here. Start Hearth as an ordinary user, or set DATABASE_URL. What was tried:\n${faults.join('\n')}`,
  );
}

async function listWays(options: RunnerOptions, copyDir: string): Promise<Way[]> {
  const { dataDir, binariesDir, unsharePath } = options;
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const ourselves = { ...own, setupUid: own.uid };
  if (own.uid !== 0) {
    return [
      {
        words: `as user ${own.uid}`,
        open: () =>
          createRunner(ourselves, (_uid, program, args) => ({
            line: [join(binariesDir, 'bin', program), ...args],
          })),
      },
    ];
  }
  const user = await chooseUser(dataDir);
  const ways = [
    { words: `as user ${user.uid}`, open: () => openAsOther(options, user) },
    {
      words: `as user ${user.uid} with a copy of the programs`,
      open: async () => {
        await requireOpen(dataDir, user);
        return await openPlainly(await copyBinaries(binariesDir, copyDir), user);
      },
    },
  ];
  // There the files stay those of the user who is root inside only.
  const namespace = ['--user', '--map-user=1000', '--map-group=1000'];
  const inNamespace: Way = {
    words: 'in a user namespace',
    open: () =>
      createRunner(ourselves, (_uid, program, args) => ({
        line: [unsharePath, ...namespace, join(binariesDir, 'bin', program), ...args],
      })),
  };
  return (await isRootOfMachine()) ? ways : [...ways, inNamespace];
}

/** Directly, or under a cover if the user may not enter the folders that lead to the files. */
async function openAsOther(options: RunnerOptions, user: PostgresUser): Promise<Runner> {
  const { dataDir, binariesDir } = options;
  await admitOtherUser(dataDir, user);
  const found = [await findClosedFolder(dataDir, user), await findClosedFolder(binariesDir, user)];
  const closed = [...new Set(found)].filter((folder) => folder !== undefined);
  return closed.length === 0
    ? await openPlainly(binariesDir, user)
    : await createRunner(user, (uid, program, args) => ({
        line: toCoveredCommand({ ...options, closed }, { uid, gid: user.gid }, [
          join(binariesDir, 'bin', program),
          ...args,
        ]),
      }));
}

function openPlainly(binariesDir: string, user: PostgresUser): Promise<Runner> {
  return createRunner(user, (uid, program, args) => ({
    line: [join(binariesDir, 'bin', program), ...args],
    uid,
    gid: user.gid,
  }));
}

async function requireOpen(dataDir: string, user: PostgresUser): Promise<void> {
  const closed = await findClosedFolder(dataDir, user);
  if (closed !== undefined) {
    throw new Error(
      `PostgreSQL cannot run as root here, and ${closed} is closed to other users. Choose a folder outside it with DATA_DIR, for example /var/lib/hearth, or start Hearth as an ordinary user.`,
    );
  }
}

async function createRunner(user: PostgresUser, toCommand: ToCommand): Promise<Runner> {
  const options = { env: ENVIRONMENT, cwd: '/' };
  const run = async (program: string, args: string[]) => {
    const { line, ...owner } = toCommand(user.setupUid, program, args);
    const [file, ...rest] = line;
    return (await promisify(execFile)(file, rest, { ...options, ...owner })).stdout;
  };
  return {
    ...user,
    majorVersion: Number(/(\d+)\./.exec(await run('postgres', ['--version']))?.[1]),
    run,
    launch(program, args, logFd) {
      const { line, ...owner } = toCommand(user.uid, program, args);
      const [file, ...rest] = line;
      return spawn(file, rest, {
        ...options,
        ...owner,
        // A process group of its own: Ctrl-C in the terminal reaches only us, and we stop it in order.
        detached: true,
        stdio: ['ignore', logFd, logFd],
      });
    },
  };
}

/** A file that is there and not found lacks the dynamic loader that it names. */
async function requireLoader(binariesDir: string): Promise<void> {
  const program = join(binariesDir, 'bin/postgres');
  const failure = await promisify(execFile)(program, ['--version']).catch(
    (error: unknown) => error,
  );
  if (isCode(failure, 'ENOENT') && existsSync(program)) {
    throw new Error(
      'The built-in PostgreSQL needs a Linux with glibc, which is not here: Alpine, for one, has musl. Set DATABASE_URL to a PostgreSQL 14 or newer.',
    );
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().split('\n').join(' ');
}

/** Programs that wrap a command instead of running it directly. */
interface Cover {
  readonly unsharePath: string;
  readonly dataDir: string;
  readonly binariesDir: string;
  /** Folders that PostgreSQL's user may not enter. */
  readonly closed: readonly string[];
}

/**
 * Covers a closed folder such as /root by an empty one that holds only the data folder and the binaries. Only the
 * program sees it, and has no capability.
 */
const script = `
set -e
umask 022
data=$1 binaries=$2 uid=$3 gid=$4
shift 4
exec 3<"$data" 4<"$binaries"
while [ "$1" != -- ]; do
  mount -t tmpfs -o mode=0755,size=1m tmpfs "$1"
  shift
done
shift
mkdir -p "$data" "$binaries"
mount --no-canonicalize --bind /proc/self/fd/4 "$binaries"
mount --no-canonicalize --bind /proc/self/fd/3 "$data"
exec 3<&- 4<&-
exec setpriv --reuid "$uid" --regid "$gid" --clear-groups \\
  --inh-caps=-all --bounding-set=-all --no-new-privs "$@"
`;

/** The command line that runs the given one as the user, under the cover. */
function toCoveredCommand(
  { unsharePath, dataDir, binariesDir, closed }: Cover,
  { uid, gid }: Pick<PostgresUser, 'uid' | 'gid'>,
  command: readonly string[],
): [file: string, ...args: string[]] {
  const folders = [dataDir, binariesDir, String(uid), String(gid), ...closed];
  return [unsharePath, '--mount', 'sh', '-c', script, 'hearth', ...folders, '--', ...command];
}

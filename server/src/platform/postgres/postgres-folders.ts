import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isCode } from './postgres-binaries.ts';
import { type FileOwner, postgresUid } from './postgres-user.ts';

export const PORT = 5432;
export const SOCKET = `.s.PGSQL.${PORT}`;

// sockaddr_un holds 108 bytes with its end mark on Linux, 104 on macOS; PostgreSQL adds the file name.
const SOCKET_FOLDER_BYTES = 103 - `/${SOCKET}`.length;

/** Creates the folder for everything that Hearth keeps and answers its real path. */
export async function openDataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The data folder ${dataDir} cannot be used (${reason}). Choose another one with DATA_DIR.`,
    );
  }
}

/** Lets the user that PostgreSQL runs as into the data folder, whose files keep their own modes. */
export async function admitOtherUser(dataDir: string, user: FileOwner): Promise<void> {
  const { uid, gid, mode } = await stat(dataDir);
  if (uid === user.uid || (mode & 0o001) !== 0) {
    return;
  }
  if ((mode & 0o070) === 0) {
    await chown(dataDir, uid, user.gid);
  }
  const isOfGroup = gid === user.gid || (mode & 0o070) === 0;
  await chmod(dataDir, (mode & 0o777) | (isOfGroup ? 0o010 : 0o011));
}

/** Refuses the database of somebody else, which only root could take over. */
export async function requireOwnFiles(folder: string): Promise<void> {
  const { uid } = await lstat(folder);
  const ownUid = process.getuid?.();
  if (ownUid !== 0 && uid !== ownUid) {
    const owner = uid === postgresUid ? 'a Hearth that ran as root' : `user ${uid}`;
    throw new Error(
      `The database in ${folder} belongs to ${owner}. Start Hearth as that user, or choose another folder with DATA_DIR.`,
    );
  }
}

/**
 * True while a PostgreSQL that ran as another user has not ended. A new one would start beside it, since PostgreSQL
 * ignores processes and shared memory of other users.
 */
export async function isHeldByOther(folder: string, { uid }: FileOwner): Promise<boolean> {
  if ((await lstat(folder)).uid === uid) {
    return false;
  }
  for (const process of await readdir('/proc').catch(() => [])) {
    const cwd = await readlink(`/proc/${process}/cwd`).catch(() => undefined);
    const name =
      cwd === folder && (await readFile(`/proc/${process}/comm`, 'utf8').catch(() => ''));
    if (name === 'postgres\n') {
      return true;
    }
  }
  return false;
}

/** Hands the files of the database, which nothing holds, to the user that PostgreSQL runs as. */
export async function claimFiles(folder: string, { uid, gid }: FileOwner): Promise<void> {
  if ((await lstat(folder)).uid === uid) {
    return;
  }
  // The folder last: a start that is killed half-way is taken up by the next one.
  for (const file of [...(await readdir(folder, { recursive: true })), '.']) {
    await lchown(join(folder, file), uid, gid).catch((error: unknown) => {
      // Another program that starts at the same moment may already run on them.
      if (!isCode(error, 'ENOENT')) {
        throw error;
      }
    });
  }
}

/** The folder of the socket: beside the database, or a short one when the path would be too long. */
export async function openSocketFolder(dataDir: string, owner: FileOwner): Promise<string> {
  const near = join(dataDir, 'postgres-socket');
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const isShort = Buffer.byteLength(near) <= SOCKET_FOLDER_BYTES;
  const folder = isShort ? near : join(tmpdir(), `hearth-${digest}`);

  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) {
      throw error;
    }
  });
  const found = await lstat(folder);
  const ownUid = process.getuid?.();
  const isOurs = found.uid === ownUid || found.uid === owner.uid || (ownUid === 0 && isShort);
  if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${folder} must be a folder of user ${owner.uid} with mode 0700, because anyone who can open it can open the database. Remove it and start again.`,
    );
  }
  return folder;
}

/** A PostgreSQL that ran as another user and was killed leaves files that only root can remove. */
export async function claimSocketFolder(folder: string, { uid, gid }: FileOwner): Promise<void> {
  for (const file of await readdir(folder)) {
    const path = join(folder, file);
    if ((await lstat(path).catch(() => undefined))?.uid !== uid) {
      await rm(path, { force: true });
    }
  }
  if ((await lstat(folder)).uid !== uid) {
    await chown(folder, uid, gid);
  }
}

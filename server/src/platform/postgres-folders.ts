import { createHash } from 'node:crypto';
import { chmod, chown, lchown, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isCode } from './postgres-binaries.ts';

/** Who owns the files of the database on disk. */
export interface FileOwner {
  uid: number;
  gid: number;
}

export const PORT = 5432;
export const SOCKET = `.s.PGSQL.${PORT}`;

// sockaddr_un holds 108 bytes with its end mark on Linux, 104 on macOS; PostgreSQL adds the file name.
const SOCKET_FOLDER_BYTES = 103 - `/${SOCKET}`.length;

/** Creates the folder for everything that Hearth keeps and answers its real path. */
export async function openDataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return await realpath(dataDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The data folder ${dataDir} cannot be used (${reason}). Choose another one with DATA_DIR.`,
    );
  }
}

/** Lets the user that PostgreSQL runs as into the data folder, whose files keep their own modes. */
export async function admitOtherUser(dataDir: string, otherUid: number): Promise<void> {
  const own = await stat(dataDir);
  if (own.uid !== otherUid && (own.mode & 0o001) === 0) {
    await chmod(dataDir, (own.mode & 0o777) | 0o011);
  }
  for (let folder = dataDir; folder !== dirname(folder); folder = dirname(folder)) {
    const { uid, mode } = await stat(folder);
    const isOpen = uid === otherUid ? (mode & 0o100) !== 0 : (mode & 0o001) !== 0;
    if (!isOpen) {
      throw new Error(
        `PostgreSQL cannot run as root here, and ${folder} is closed to other users. Choose a folder outside it with DATA_DIR, for example /var/lib/hearth, or start Hearth as an ordinary user.`,
      );
    }
  }
}

/** Hands the files of the database to the user that PostgreSQL runs as; refuses somebody else's. */
export async function claimFiles(folder: string, owner: FileOwner): Promise<void> {
  const { uid } = await lstat(folder);
  if (uid === owner.uid) {
    return;
  }
  if (process.getuid?.() !== 0) {
    throw new Error(
      `The database in ${folder} belongs to user ${uid}. Start Hearth as that user, or choose another folder with DATA_DIR.`,
    );
  }
  const files = await readdir(folder, { recursive: true });
  for (const file of ['.', ...files]) {
    await lchown(join(folder, file), owner.uid, owner.gid);
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
      `${folder} must be a folder of user ${owner.uid} with mode 0700, since whoever can open it can open the database. Remove it and start again.`,
    );
  }
  if (found.uid !== owner.uid) {
    await chown(folder, owner.uid, owner.gid);
  }
  return folder;
}

import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** User that owns the database's files on disk. */
export interface FileOwner {
  uid: number;
  gid: number;
}

/** User that PostgreSQL's programs run as. */
export interface PostgresUser extends FileOwner {
  /** User that creates the database; it must have a name on the machine. */
  readonly setupUid: number;
}

const nobody = 65_534;
/** Used by nothing else: outside the ranges that people, services and containers get theirs from. */
export const postgresUid = 60_732;

/** If Hearth runs as root: the owner of the data folder, or a user of PostgreSQL's own. */
export async function chooseUser(dataDir: string): Promise<PostgresUser> {
  const { uid, gid } = await stat(dataDir);
  return uid === 0
    ? { uid: postgresUid, gid: postgresUid, setupUid: nobody }
    : { uid, gid, setupUid: uid };
}

/** The outermost folder above or at the path that the user may not enter, if there is one. */
export async function findClosedFolder(
  path: string,
  user: PostgresUser,
): Promise<string | undefined> {
  const parent = dirname(path);
  const outer = parent === path ? undefined : await findClosedFolder(parent, user);
  return outer ?? ((await isOpenTo(path, user)) ? undefined : path);
}

async function isOpenTo(folder: string, user: PostgresUser): Promise<boolean> {
  const { uid, gid, mode } = await stat(folder);
  if (uid === user.uid) {
    return (mode & 0o100) !== 0;
  }
  return (mode & (gid === user.gid ? 0o010 : 0o001)) !== 0;
}

/** In a rootless container root is an ordinary user outside, and files of "root" are that user's. */
export async function isRootOfMachine(): Promise<boolean> {
  const map = await readFile('/proc/self/uid_map', 'utf8').catch(() => '0 0 1');
  const [inside, outside] = map.trim().split(/\s+/).map(Number);
  return inside === 0 && outside === 0;
}

/** Undefined if the machine has no /proc. */
export async function findUidOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1];
  return uid === undefined ? undefined : Number(uid);
}

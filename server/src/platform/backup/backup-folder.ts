import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

interface FolderFault {
  readonly problem: string;
  readonly fix: string;
}

/** Why no backup could be written there; asked at the start too, since the first backup may be a day away. */
export async function findBackupFolderFault(folder: string): Promise<FolderFault | undefined> {
  // The first backup makes a folder that is not there.
  const parent = await nearestFolder(folder);
  // Root may write into anything, but no folder can be made below a file.
  const isFolder = (await stat(parent)).isDirectory();
  if (isFolder && (await access(parent, constants.W_OK | constants.X_OK).then(yes, no))) {
    return undefined;
  }
  return {
    problem:
      parent === folder
        ? `Hearth may not write into BACKUP_DIR (${folder}).`
        : `BACKUP_DIR (${folder}) does not exist, and Hearth may not create it in ${parent}.`,
    fix: `install -d -m 0700 -o <user that Hearth runs as> ${folder}; with systemd, name it in ReadWritePaths too.`,
  };
}

async function nearestFolder(folder: string): Promise<string> {
  const isThere = await stat(folder).then(yes, no);
  return isThere || dirname(folder) === folder ? folder : await nearestFolder(dirname(folder));
}

const yes = () => true;
const no = () => false;

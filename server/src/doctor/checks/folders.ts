import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findBackupFolderFault } from '../../platform/backup/backup-folder.ts';
import type { Check, DoctorContext } from '../context.ts';
import { type Finding, fault, those, warning } from '../finding.ts';

const gigabyte = 1024 ** 3;
const fullBytes = gigabyte / 2;
const nearlyFullBytes = 2 * gigabyte;
const nearlyFullShare = 0.1;

/** Free space on the disks of the data and of the backups; a shared disk is reported once. */
export const disk: Check = {
  name: 'the disk',
  async run({ config, backups, freeSpace }) {
    const data = await freeSpace(config.dataDir);
    const copies = backups.schedule && (await freeSpace(backups.schedule.folder));
    return [
      ...judgeSpace(`DATA_DIR (${config.dataDir})`, data),
      ...(copies && copies.disk !== data.disk
        ? judgeSpace(`BACKUP_DIR (${backups.schedule?.folder})`, copies)
        : []),
    ];
  },
};

type FreeSpace = Awaited<ReturnType<DoctorContext['freeSpace']>>;

function judgeSpace(folder: string, { freeBytes, totalBytes }: FreeSpace): Finding[] {
  const [free, total] = [freeBytes, totalBytes].map((bytes) => (bytes / gigabyte).toFixed(1));
  const problem = `The disk of ${folder} has ${free} GB of ${total} GB left.`;
  const fix =
    'Free some space there, or use a larger disk; PostgreSQL stops when its disk is full.';
  const isShort = freeBytes < Math.min(nearlyFullBytes, totalBytes * nearlyFullShare);
  return those(
    freeBytes < fullBytes && fault('disk', problem, fix),
    freeBytes >= fullBytes && isShort && warning('disk', problem, fix),
  );
}

/** Others on the machine may read it, or write it. */
const readableByOthers = 0o044;
const writableByOthers = 0o002;

export const dataFolder: Check = {
  name: 'DATA_DIR',
  async run({ config: { dataDir, databaseUrl } }) {
    // With a database elsewhere nothing is kept in it, and it may be read-only or not there.
    if (databaseUrl !== undefined) {
      return [];
    }
    const found = await stat(dataDir).catch((error: NodeJS.ErrnoException) => error);
    if (found instanceof Error) {
      return [
        wrongFolder(
          dataDir,
          found.code === 'ENOENT' ? 'does not exist' : `cannot be read (${found.code})`,
        ),
      ];
    }
    if (!found.isDirectory()) {
      return [wrongFolder(dataDir, 'is not a folder')];
    }
    const mayWrite = await access(dataDir, constants.W_OK | constants.X_OK).then(yes, no);
    return those(
      !mayWrite && wrongFolder(dataDir, 'cannot be written'),
      (found.mode & writableByOthers) !== 0 && isOpen(dataDir, 'write', 'chmod o-w'),
    );
  },
};

export const backupFolder: Check = {
  name: 'BACKUP_DIR',
  async run({ backups: { schedule } }) {
    const found = schedule && (await findBackupFolderFault(schedule.folder));
    return those(found && fault('backup-folder', found.problem, found.fix));
  },
};

const yes = () => true;
const no = () => false;

function wrongFolder(dataDir: string, problem: string): Finding {
  return fault(
    'data-folder',
    `The folder ${dataDir} of DATA_DIR ${problem}.`,
    'Correct DATA_DIR, or create the folder and give it to the user that Hearth runs as (chown); the first start fills it.',
  );
}

function isOpen(path: string, verb: 'read' | 'write', command: string): Finding {
  return fault(
    'files-open-to-others',
    `Other users of this machine can ${verb} ${path}.`,
    `${command} ${path}`,
  );
}

export const secretFiles: Check = {
  name: 'the files with secrets',
  async run({ secretFiles: files }) {
    const modes = files.map(async (file) => {
      const mode = (await stat(file).catch(() => undefined))?.mode ?? 0;
      return those((mode & readableByOthers) !== 0 && isOpen(file, 'read', 'chmod 600'));
    });
    return (await Promise.all(modes)).flat();
  },
};

export const builtWeb: Check = {
  name: 'the built web',
  async run({ config: { folders } }) {
    const page = join(folders.web, 'index.html');
    return those(
      !(await access(page).then(yes, no)) &&
        fault('web-not-built', 'The pages of the web are not built.', 'npm run build'),
    );
  },
};

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config/config.ts';
import {
  insertBackup,
  readBackupAgeSeconds,
  readSecondsWithoutBackup,
  removeOldBackups,
  toScheduledName,
} from './platform/backup/kept-backups.ts';
import { takeBackup } from './platform/backup/take-backup.ts';
import type { Clock } from './platform/clock.ts';
import type { DatabaseLocation } from './platform/database.ts';
import type { DueWork } from './platform/due-work.ts';
import type { JobLog } from './platform/job-log.ts';
import { enqueue, isEnqueued } from './platform/job-store.ts';
import type { Task } from './platform/jobs.ts';
import { productVersion } from './platform/product-version.ts';
import type { Database } from './platform/transaction.ts';

const backUpTask = 'back-up';

declare module './platform/job-store.ts' {
  interface TaskPayloads {
    [backUpTask]: Record<string, never>;
  }
}

interface BackupWork {
  /** Empty where no folder is set. */
  readonly tasks: Readonly<Record<string, Task>>;
  readonly due: readonly DueWork[];
}

interface BackupWorkParts {
  readonly config: Config;
  readonly db: Database;
  readonly location: DatabaseLocation;
  readonly clock: Clock;
  readonly log: JobLog;
}

type Schedule = NonNullable<Config['backups']>;

const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000;

/** Backups by the clock, one process at a time, where BACKUP_DIR names a folder. */
export function createBackupWork(parts: BackupWorkParts): BackupWork {
  const { backups } = parts.config;
  return backups ? followSchedule(backups, parts) : { tasks: {}, due: [] };
}

function followSchedule(schedule: Schedule, parts: BackupWorkParts): BackupWork {
  const { db, log } = parts;
  const everySeconds = schedule.everyHours * 3_600;
  let warnedAt: Date | undefined;

  async function enqueueDue(at: Date): Promise<void> {
    const ageSeconds = await readBackupAgeSeconds(db, at);
    const isDue = ageSeconds === undefined || ageSeconds >= everySeconds;
    // A failed one waits for its next attempt; another one in its place would have no pauses.
    if (isDue && !(await isEnqueued(db, backUpTask))) {
      await enqueue(db, backUpTask, {}, { queue: backUpTask });
    }
  }

  async function warnIfOld(at: Date): Promise<void> {
    const ageSeconds = await readSecondsWithoutBackup(db, at);
    const isSaid = warnedAt !== undefined && secondsBetween(warnedAt, at) < 3_600;
    if (ageSeconds > 2 * everySeconds && !isSaid) {
      warnedAt = at;
      log.warn({ hours: Math.floor(ageSeconds / 3_600) }, 'backup overdue');
    }
  }

  return {
    tasks: { [backUpTask]: () => backUp(schedule, parts) },
    due: [enqueueDue, warnIfOld],
  };
}

async function backUp(
  { folder, keep }: Schedule,
  { config, db, location, clock, log }: BackupWorkParts,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const at = clock.now();
  const fileName = toScheduledName(at);
  const { secretKey } = config;
  const parts = { location, secretKey, version: productVersion, at };
  const { bytes, rows } = await takeBackup(join(folder, fileName), parts);
  await insertBackup(db, {
    takenAt: at,
    finishedAt: clock.now(),
    fileName,
    bytes,
    scheduled: true,
  });
  await removeOldBackups(folder, keep);
  log.info({ file: fileName, bytes, rows }, 'backup finished');
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import {
  insertBackup,
  readBackupAgeSeconds,
  readSecondsWithoutBackup,
  removeOldBackups,
  toScheduledName,
} from '../platform/backup/kept-backups.ts';
import { takeBackup } from '../platform/backup/take-backup.ts';
import type { Clock } from '../platform/clock.ts';
import type { DatabaseLocation } from '../platform/database.ts';
import type { DueWork } from '../platform/jobs/due-work.ts';
import type { JobLog } from '../platform/jobs/job-log.ts';
import { enqueue, isEnqueued } from '../platform/jobs/job-store.ts';
import type { Task } from '../platform/jobs/jobs.ts';
import { productVersion } from '../platform/product-version.ts';
import type { Database } from '../platform/transaction.ts';

const backUpTask = 'back-up';

declare module '../platform/jobs/job-store.ts' {
  interface TaskPayloads {
    [backUpTask]: Record<string, never>;
  }
}

interface BackupWork {
  /** Empty if no folder is set. */
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

/** Backups by schedule, one process at a time, if BACKUP_DIR names a folder. */
export function createBackupWork(parts: BackupWorkParts): BackupWork {
  const { backups } = parts.config;
  return backups ? followSchedule(backups, parts) : { tasks: {}, due: [] };
}

function followSchedule(schedule: Schedule, parts: BackupWorkParts): BackupWork {
  const { db, clock, log } = parts;
  const everySeconds = schedule.everyHours * 3_600;
  let warnedAt: Date | undefined;

  async function isDue(at: Date): Promise<boolean> {
    const ageSeconds = await readBackupAgeSeconds(db, at, 'scheduled');
    return ageSeconds === undefined || ageSeconds >= everySeconds;
  }

  async function enqueueDue(at: Date): Promise<void> {
    // A failed one waits for its next attempt; another one in its place would have no pauses.
    if ((await isDue(at)) && !(await isEnqueued(db, backUpTask))) {
      await enqueue(db, backUpTask, {}, { queue: backUpTask });
    }
  }

  async function warnIfOld(at: Date): Promise<void> {
    const ageSeconds = await readSecondsWithoutBackup(db, at);
    // A clock that was ahead has stored an instant in the future.
    const isSaid = warnedAt !== undefined && Math.abs(secondsBetween(warnedAt, at)) < 3_600;
    if (ageSeconds > 2 * everySeconds && !isSaid) {
      warnedAt = at;
      log.warn({ hours: Math.floor(ageSeconds / 3_600) }, 'backup overdue');
    }
  }

  async function backUpIfDue(): Promise<void> {
    // An attempt may have failed after its backup was written, and another process may have taken one.
    if (await isDue(clock.now())) {
      await backUp(schedule, parts);
    }
  }

  return {
    tasks: { [backUpTask]: backUpIfDue },
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
  await insertBackup(db, { takenAt: at, scheduled: true });
  log.info({ file: fileName, bytes, rows }, 'backup finished');
  try {
    await removeOldBackups({ db, folder, newest: fileName, keep });
  } catch (error) {
    // The new backup is complete, and the next one tries the removal again.
    log.error({ err: error }, 'old backups not removed');
  }
}

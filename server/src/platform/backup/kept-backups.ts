import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../transaction.ts';
import type { TakenBackup } from './take-backup.ts';

interface NewBackup extends Pick<TakenBackup, 'takenAt' | 'bytes'> {
  readonly fileName: string;
  readonly finishedAt: Date;
  readonly scheduled: boolean;
}

/** Rows that are kept; only the newest one is asked for. */
const keptRows = 1_000;

export async function insertBackup(
  db: Database,
  { takenAt, finishedAt, fileName, bytes, scheduled }: NewBackup,
): Promise<void> {
  await sql`
    insert into backups (taken_at, finished_at, file_name, bytes, scheduled)
    values (${takenAt}, ${finishedAt}, ${fileName}, ${bytes}, ${scheduled})`.execute(db);
  await sql`
    delete from backups where id <= (
      select id from backups order by id desc offset ${keptRows} limit 1)`.execute(db);
}

/** Age of the newest backup that was written whole, in seconds; undefined where there is none. */
export async function readBackupAgeSeconds(db: Database, at: Date): Promise<number | undefined> {
  const { rows } = await sql<{ age: number | null }>`
    select extract(epoch from ${at}::timestamptz - max(taken_at))::float8 as age from backups`.execute(
    db,
  );
  const age = rows[0]?.age ?? undefined;
  return age === undefined ? undefined : Math.max(0, Math.floor(age));
}

/** Seconds since the newest backup or, where there is none, since the database was made. */
export async function readSecondsWithoutBackup(db: Database, at: Date): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ${at}::timestamptz - coalesce(
      (select max(taken_at) from backups),
      (select min(timestamp)::timestamptz from kysely_migration)))::float8 as seconds`.execute(db);
  return Math.max(0, Math.floor(rows[0]?.seconds ?? 0));
}

const scheduledName = /^hearth-\d{8}T\d{6}Z\.tar\.gz$/;

/** Name of a scheduled backup: the order of names is that of time. */
export function toScheduledName(at: Date): string {
  return `hearth-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`;
}

/** Removes the oldest scheduled backups of the folder; other files in it are nobody's business here. */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => scheduledName.test(name)).sort();
  for (const name of names.slice(0, Math.max(0, names.length - keep))) {
    await rm(join(folder, name));
  }
}

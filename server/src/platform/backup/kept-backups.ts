import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../transaction.ts';

interface NewBackup {
  readonly takenAt: Date;
  /** Whether the schedule took it; a command of an operator may have put its file anywhere. */
  readonly scheduled: boolean;
}

/** Rows that are kept; only the newest ones are asked for. */
const keptRows = 1_000;

export async function insertBackup(db: Database, { takenAt, scheduled }: NewBackup): Promise<void> {
  await sql`
    insert into backups (taken_at, scheduled) values (${takenAt}, ${scheduled})`.execute(db);
  await sql`
    delete from backups where id <= (
      select id from backups order by id desc offset ${keptRows} limit 1)`.execute(db);
}

type Which = 'all' | 'scheduled';

/** A clock that was ahead once has written instants that are still to come. They say nothing about the age. */
const newest = (at: Date, which: Which) => sql`(
  select max(taken_at) from backups
  where taken_at <= ${at} and (scheduled or ${which === 'all'}))`;

/** Age of the newest complete backup, in seconds; undefined if there is none. */
export async function readBackupAgeSeconds(
  db: Database,
  at: Date,
  which: Which = 'all',
): Promise<number | undefined> {
  const { rows } = await sql<{ age: number | null }>`
    select extract(epoch from ${at}::timestamptz - ${newest(at, which)})::float8 as age`.execute(
    db,
  );
  const age = rows[0]?.age ?? undefined;
  return age === undefined ? undefined : Math.floor(age);
}

/** Seconds since the newest backup of the schedule or, if there is none, since the database was made. */
export async function readSecondsWithoutBackup(db: Database, at: Date): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ${at}::timestamptz - coalesce(
      ${newest(at, 'scheduled')},
      (select min(timestamp)::timestamptz from kysely_migration)))::float8 as seconds`.execute(db);
  return Math.max(0, Math.floor(rows[0]?.seconds ?? 0));
}

/** Name of a scheduled backup: the order of names is that of time. */
export function toScheduledName(at: Date): string {
  return `hearth-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`;
}

interface Kept {
  readonly db: Database;
  readonly folder: string;
  /** Name of the backup that was just written. */
  readonly newest: string;
  /** Number of files that stay. */
  readonly keep: number;
}

/**
 * Removes the oldest scheduled backups of this database only, since a lost database may have left nothing but its own.
 * Backups dated in the future stay and do not count.
 */
export async function removeOldBackups({ db, folder, newest: last, keep }: Kept): Promise<void> {
  const names = await readdir(folder);
  const made = await listScheduledNames(db);
  const known = names.filter((name) => made.has(name) && name <= last).sort();
  for (const name of known.slice(0, -keep)) {
    await rm(join(folder, name), { force: true });
  }
}

async function listScheduledNames(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ at: Date }>`
    select taken_at as at from backups where scheduled`.execute(db);
  return new Set(rows.map(({ at }) => toScheduledName(at)));
}

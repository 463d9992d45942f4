import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database } from './transaction.ts';

/** Product time that local mode can move ahead, for every process on the same database. */
export interface MovableClock extends Clock {
  advance(ms: number): Promise<void> | void;
}

const readEveryMs = 1_000;

/** Follows the offset in the database; a change by another process is seen within a second. */
export async function createMovableClock(db: Database): Promise<MovableClock & { close(): void }> {
  let offsetMs = await readOffset(db);
  const timer = setInterval(() => {
    // While the database is unreachable, the last known offset is kept; other statements report the fault.
    readOffset(db).then(
      (ms) => {
        // An answer that was under way while the clock was moved must not move it back.
        offsetMs = Math.max(offsetMs, ms);
      },
      () => undefined,
    );
  }, readEveryMs).unref();
  return {
    now: () => new Date(Date.now() + offsetMs),
    async advance(ms) {
      offsetMs = await addOffset(db, ms);
    },
    close: () => clearInterval(timer),
  };
}

export function isMovable(clock: Clock): clock is MovableClock {
  return 'advance' in clock;
}

async function readOffset(db: Database): Promise<number> {
  const { rows } = await sql<{ offset_ms: string }>`select offset_ms from clock_offset`.execute(db);
  return Number(rows[0]?.offset_ms ?? 0);
}

async function addOffset(db: Database, ms: number): Promise<number> {
  const { rows } = await sql<{ offset_ms: string }>`
    insert into clock_offset (offset_ms) values (${ms})
    on conflict (only_row) do update set offset_ms = clock_offset.offset_ms + excluded.offset_ms
    returning offset_ms`.execute(db);
  return Number(rows[0]?.offset_ms);
}

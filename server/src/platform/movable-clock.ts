import { uptime } from 'node:os';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import { createDatabaseTime } from './database-time.ts';
import type { Database } from './transaction.ts';

/** Product time that local mode can move ahead, for every process on the same database. */
export interface MovableClock extends Clock {
  advance(ms: number): Promise<void> | void;
}

type FollowingClock = Required<Clock> & { close(): void };

const readEveryMs = 1_000;
/** Clocks drift by less than a millisecond meanwhile. */
const rarelyMs = 10_000;

/** Time of the database, for all processes that use it, whatever their own clocks say. */
export async function createDatabaseClock(db: Database): Promise<FollowingClock> {
  const { clock } = await followDatabase(db, rarelyMs);
  return clock;
}

/** Follows the offset in the database, too; a change by another process is seen within a second. */
export async function createMovableClock(db: Database): Promise<MovableClock & FollowingClock> {
  const { clock, add } = await followDatabase(db, readEveryMs);
  return {
    ...clock,
    async advance(ms) {
      add(await addOffset(db, ms));
    },
  };
}

async function followDatabase(db: Database, everyMs: number) {
  const steadyMs = createSteadyClock();
  const first = await readTimes(db, steadyMs);
  const time = createDatabaseTime(first);
  let { offsetMs } = first;
  const timer = setInterval(() => {
    // While the database is unreachable, the last known time goes on; other statements report the fault.
    readTimes(db, steadyMs).then(
      (times) => {
        time.follow(times);
        // An answer that was under way while the clock was moved must not move it back.
        offsetMs = Math.max(offsetMs, times.offsetMs);
      },
      () => undefined,
    );
  }, everyMs).unref();
  const clock: FollowingClock = {
    now: () => new Date(time.nowMs(steadyMs()) + offsetMs),
    isTrusted: time.isTrusted,
    skewMs: time.skewMs,
    close: () => clearInterval(timer),
  };
  return {
    clock,
    add(ms: number) {
      offsetMs = ms;
    },
  };
}

/** Milliseconds that never jump. Node's own clock stands still while the machine sleeps, the uptime does not. */
function createSteadyClock(): () => number {
  let sleptMs = 0;
  let last = { awake: performance.now(), up: uptime() * 1_000 };
  let nextLook = 0;
  return () => {
    const awake = performance.now();
    if (awake >= nextLook) {
      const up = uptime() * 1_000;
      const missedMs = up - last.up - (awake - last.awake);
      sleptMs += missedMs > 2_000 ? missedMs : 0;
      last = { awake, up };
      nextLook = awake + 1_000;
    }
    return awake + sleptMs;
  };
}

export function isMovable(clock: Clock): clock is MovableClock {
  return 'advance' in clock;
}

async function readTimes(db: Database, steadyMs: () => number) {
  const askedAt = steadyMs();
  const { rows } = await sql<{ database_ms: number; offset_ms: string | null }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as database_ms,
      (select offset_ms from clock_offset) as offset_ms`.execute(db);
  const answeredAt = steadyMs();
  const [row] = rows;
  if (!row) {
    throw new Error('A time answered no row.');
  }
  const halfWay = (answeredAt - askedAt) / 2;
  return {
    databaseMs: row.database_ms,
    steadyMs: answeredAt - halfWay,
    machineMs: Date.now() - halfWay,
    offsetMs: Number(row.offset_ms ?? 0),
  };
}

async function addOffset(db: Database, ms: number): Promise<number> {
  const { rows } = await sql<{ offset_ms: string }>`
    insert into clock_offset (offset_ms) values (${ms})
    on conflict (only_row) do update set offset_ms = clock_offset.offset_ms + excluded.offset_ms
    returning offset_ms`.execute(db);
  return Number(rows[0]?.offset_ms);
}

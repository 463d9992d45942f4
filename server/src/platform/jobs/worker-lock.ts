import pg from 'pg';
import type { DatabaseLocation } from '../database.ts';

/** How often locks of dead workers are looked for. */
const sweepMs = 15_000;

/** A machine that vanished without a word is noticed after about a minute. */
const noticeVanishing = `set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10;
  set tcp_keepalives_count = 3`;

const keyOf = (id: string) => `hashtextextended('hearth worker ' || ${id}, 0)`;

/** A worker whose advisory lock can be had is dead: it holds the lock for as long as it is connected. */
const unlockDead = `
  with holders as materialized (
    select distinct locked_by as id from graphile_worker.jobs where locked_by <> all ($1::text[])
  ), dead as materialized (
    select id from holders where pg_try_advisory_xact_lock(${keyOf('id')})
  )
  select graphile_worker.force_unlock_workers(array_agg(id)) from dead having count(*) > 0`;

/** A job that was enqueued again while it ran is never tried again; the newer one is. */
const removeReplaced = `
  delete from graphile_worker._private_jobs
  where key is null and attempts >= max_attempts and locked_at is null`;

export interface WorkerLock {
  /** Says that this worker lives, and takes the jobs out of the hands of those that do not. */
  hold(workerId: string): Promise<void>;
  /** The worker has ended; the next look takes what is left in its hands. */
  letGo(workerId: string | undefined): void;
  release(): Promise<void>;
}

interface WorkerLockParts {
  readonly location: DatabaseLocation;
  readonly onError: (error: Error) => void;
}

/** graphile-worker keeps the jobs of a worker that was killed for 4 hours; nobody waits that long. */
export function createWorkerLock({ location, onError }: WorkerLockParts): WorkerLock {
  let client: pg.Client | undefined;
  const living = new Map<string, Promise<void>>();
  /** Workers whose locks the connection holds. */
  const locked = new Set<string>();
  let sweeping = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let released = false;

  async function connect(): Promise<pg.Client> {
    const connection = new pg.Client({ ...location, connectionTimeoutMillis: 5_000 });
    connection.on('error', onError);
    connection.on('end', () => {
      client = client === connection ? undefined : client;
    });
    locked.clear();
    try {
      await connection.connect();
      await connection.query(noticeVanishing);
      return connection;
    } catch (error) {
      await connection.end();
      throw error;
    }
  }

  async function sweep(): Promise<void> {
    try {
      client ??= await connect();
      for (const id of living.keys()) {
        if (!locked.has(id)) {
          await client.query(`select pg_advisory_lock(${keyOf('$1')})`, [id]);
          locked.add(id);
        }
      }
      await client.query(unlockDead, [[...living.keys()]]);
      await client.query(removeReplaced);
    } finally {
      clearTimeout(timer);
      if (!released) {
        timer = setTimeout(() => {
          sweepNext().catch(onError);
        }, sweepMs);
      }
    }
  }

  /** One after the other: they share the connection and what is known of it. */
  function sweepNext(): Promise<void> {
    const next = sweeping.then(sweep);
    sweeping = next.catch(() => undefined);
    return next;
  }

  return {
    hold(workerId) {
      const holding = living.get(workerId) ?? sweepNext();
      living.set(workerId, holding);
      return holding;
    },
    letGo(workerId) {
      if (workerId !== undefined) {
        living.delete(workerId);
      }
    },
    async release() {
      released = true;
      await sweeping;
      clearTimeout(timer);
      await client?.end();
    },
  };
}

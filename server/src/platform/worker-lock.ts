import pg from 'pg';
import type { DatabaseLocation } from './database.ts';

/** How often locks of dead workers are looked for. */
const sweepMs = 15_000;

/** A machine that vanished without a word is noticed after about a minute. */
const noticeVanishing = `set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10;
  set tcp_keepalives_count = 3`;

const keyOf = (id: string) => `hashtextextended('hearth worker ' || ${id}, 0)`;

/** A worker whose advisory lock can be had is dead: it holds the lock for as long as it is connected. */
const unlockDead = `
  with holders as materialized (
    select distinct locked_by as id from graphile_worker.jobs where locked_by <> $1
  ), dead as materialized (
    select id from holders where pg_try_advisory_xact_lock(${keyOf('id')})
  )
  select graphile_worker.force_unlock_workers(array_agg(id)) from dead having count(*) > 0`;

export interface WorkerLock {
  /** Says that this worker lives, and takes the jobs out of the hands of those that do not. */
  hold(workerId: string): Promise<void>;
  release(): Promise<void>;
}

interface WorkerLockParts {
  readonly location: DatabaseLocation;
  readonly onError: (error: Error) => void;
}

/** graphile-worker keeps the jobs of a worker that was killed for 4 hours; nobody waits that long. */
export function createWorkerLock({ location, onError }: WorkerLockParts): WorkerLock {
  let client: pg.Client | undefined;
  let holding: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let released = false;

  async function connect(workerId: string): Promise<pg.Client> {
    const connection = new pg.Client({ ...location, connectionTimeoutMillis: 5_000 });
    connection.on('error', onError);
    connection.on('end', () => {
      client = client === connection ? undefined : client;
    });
    try {
      await connection.connect();
      await connection.query(noticeVanishing);
      await connection.query(`select pg_advisory_lock(${keyOf('$1')})`, [workerId]);
      return connection;
    } catch (error) {
      await connection.end();
      throw error;
    }
  }

  async function sweep(workerId: string): Promise<void> {
    try {
      client ??= await connect(workerId);
      await client.query(unlockDead, [workerId]);
    } finally {
      if (!released) {
        timer = setTimeout(() => {
          holding = sweep(workerId).catch(onError);
        }, sweepMs);
      }
    }
  }

  return {
    hold(workerId) {
      holding ??= sweep(workerId);
      return holding;
    },
    async release() {
      released = true;
      await holding?.catch(() => undefined);
      clearTimeout(timer);
      await client?.end();
    },
  };
}

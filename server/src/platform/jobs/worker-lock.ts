import { createClient, type DatabaseClient, type DatabaseLocation } from '../database-client.ts';
import { unlockUnheard } from './queue-internals.ts';

/** How often locks of dead workers are looked for. */
const sweepMs = 15_000;

/** The next attempt after one that failed, or while PostgreSQL still considers our last connection alive. */
const retryMs = 2_000;
const statementMs = 5_000;

const keyOf = (id: string) => `hashtextextended('hearth worker ' || ${id}, 0)`;

/**
 * A worker whose advisory lock is free is dead. So are our own ended workers, though PostgreSQL may hold their locks
 * until it notices the lost connection.
 */
const unlockDead = `
  with holders as materialized (
    select distinct locked_by as id from graphile_worker.jobs where locked_by <> all ($1::text[])
  ), dead as materialized (
    select id from holders where id = any ($2::text[]) or pg_try_advisory_xact_lock(${keyOf('id')})
  )
  select graphile_worker.force_unlock_workers(array_agg(id)) from dead having count(*) > 0`;

/** Removes failed jobs that were replaced while they ran: the queue never tries them again, but the newer job. */
const removeReplaced = `
  select from graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where key is null and attempts >= max_attempts and locked_at is null))`;

export interface WorkerLock {
  /** Says that this worker lives, and takes the jobs out of the hands of those that do not. */
  hold(workerId: string): Promise<void>;
  /** The worker has begun a job, or has done with it. */
  begin(workerId: string, jobId: string): void;
  finish(workerId: string, jobId: string): void;
  /** The worker has ended. Its jobs are unlocked once none of them runs, since a running one would otherwise run twice. */
  letGo(workerId: string | undefined): void;
  release(): Promise<void>;
}

/** A worker of this process. */
interface Living {
  readonly holding: Promise<void>;
  readonly running: Set<string>;
  /** Jobs finished since the last look; their rows may still be there. */
  readonly finished: Set<string>;
  hasEnded: boolean;
}

/** graphile-worker keeps the jobs of a worker that was killed for 4 hours; nobody waits that long. */
export function createWorkerLock({
  location,
  onError,
}: {
  readonly location: DatabaseLocation;
  readonly onError: (error: Error) => void;
}): WorkerLock {
  let client: DatabaseClient | undefined;
  const living = new Map<string, Living>();
  const ended = new Set<string>();
  /** Workers whose locks the connection holds. */
  const locked = new Set<string>();
  let sweeping = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let released = false;

  async function connect(): Promise<DatabaseClient> {
    const connection = createClient({ location, limits: { statementMs }, onError });
    connection.on('end', () => {
      client = client === connection ? undefined : client;
    });
    locked.clear();
    await connection.connect();
    return connection;
  }

  async function sweep(): Promise<void> {
    let isAllHeld = false;
    try {
      client ??= await connect();
      for (const id of living.keys()) {
        if (!locked.has(id) && (await tryLock(client, id))) {
          locked.add(id);
        }
      }
      await client.query(unlockDead, [[...living.keys()], [...ended]]);
      await unlockLost(client);
      await client.query(removeReplaced);
      isAllHeld = [...living.keys()].every((id) => locked.has(id));
    } finally {
      clearTimeout(timer);
      if (!released) {
        timer = setTimeout(() => sweepNext().catch(onError), isAllHeld ? sweepMs : retryMs);
      }
    }
  }

  async function unlockLost(connection: DatabaseClient): Promise<void> {
    const workers = [...living.values()];
    const finished = workers.map((one) => [...one.finished]);
    const running = workers.map((one) => [...one.running]);
    const kept = [...running, ...finished].flat();
    await connection.query(unlockUnheard, [[...living.keys()], kept]);
    for (const [index, one] of workers.entries()) {
      for (const id of finished[index] ?? []) {
        one.finished.delete(id);
      }
    }
  }

  /** One after the other: they share the connection and what is known of it. */
  function sweepNext(): Promise<void> {
    const next = sweeping.then(sweep);
    sweeping = next.catch(() => undefined);
    return next;
  }

  function buryIfDone(workerId: string): void {
    const worker = living.get(workerId);
    if (worker?.hasEnded && worker.running.size === 0) {
      living.delete(workerId);
      ended.add(workerId);
      sweepNext().catch(onError);
    }
  }

  return {
    hold(workerId) {
      const worker = living.get(workerId) ?? {
        holding: sweepNext(),
        running: new Set(),
        finished: new Set(),
        hasEnded: false,
      };
      living.set(workerId, worker);
      return worker.holding;
    },
    begin(workerId, jobId) {
      living.get(workerId)?.running.add(jobId);
    },
    finish(workerId, jobId) {
      const worker = living.get(workerId);
      if (worker?.running.delete(jobId)) {
        worker.finished.add(jobId);
      }
      buryIfDone(workerId);
    },
    letGo(workerId = '') {
      const worker = living.get(workerId);
      if (worker) {
        worker.hasEnded = true;
      }
      buryIfDone(workerId);
    },
    async release() {
      released = true;
      await sweeping;
      clearTimeout(timer);
      await client?.end();
    },
  };
}

async function tryLock(client: DatabaseClient, id: string): Promise<boolean> {
  const text = `select pg_try_advisory_lock(${keyOf('$1')}) as locked`;
  const { rows } = await client.query(text, [id]);
  return rows[0]?.locked === true;
}

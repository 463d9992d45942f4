import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunnerOptions } from 'graphile-worker';
import pg from 'pg';
import type { DatabaseLocation } from '../database.ts';
import { type AroundJob, withJobContext } from './job-context.ts';
import { type JobLog, toLogFunction } from './job-log.ts';
import { createWorkerLock } from './worker-lock.ts';

/** Runs one job; a failure is logged and tried again later, after waits that grow. */
export type Task = (payload: unknown) => Promise<void>;

export interface Jobs {
  /** Takes up jobs in the background until stopped. */
  start(): Promise<void>;
  /** Runs the jobs that wait now, in the foreground. */
  runWaiting(): Promise<void>;
  /** Waits for running jobs. */
  stop(): Promise<void>;
}

/** Tasks that share their slots with one another and with no other task. */
export interface JobGroup {
  readonly concurrency: number;
  readonly tasks: Readonly<Record<string, Task>>;
  /** Name of the task that runs every minute. */
  readonly everyMinute?: string;
}

interface JobsParts {
  readonly location: DatabaseLocation;
  readonly log: JobLog;
  /** Groups of jobs: a slow job delays no job of another group. */
  readonly groups: readonly JobGroup[];
  /** Measures jobs; by default nothing does. */
  readonly around?: AroundJob;
}

interface Worker {
  /** Resolves when the worker has ended, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Shared by the workers of one process. */
type Queue = Awaited<ReturnType<typeof openQueue>>;

/** Each group listens on one connection; jobs that start or end need one for a moment. */
const sharedConnections = 2;
/** The one that holds the locks of all workers. */
const lockConnections = 1;

/** Most connections of the queue of one process. */
export const countQueueConnections = (groups: number) =>
  groups + sharedConnections + lockConnections;

const restartPauseMs = 2_000;
/** How long a stop waits for running jobs; interrupted ones run again. */
const shutdownTimeoutMs = 6_000;
/** How long a worker takes to give interrupted jobs back. */
const interruptionMs = 1_000;

/** The queue that PostgreSQL holds; several processes share the work. */
export function createJobs(parts: JobsParts): Jobs {
  let queue: Queue | undefined;
  /** Opened by the first run and kept for the next: a new connection takes longer than most jobs. */
  let foreground: Promise<Queue> | undefined;
  let watched: readonly WatchedWorker[] = [];

  async function stop(): Promise<void> {
    await Promise.all(watched.map((worker) => worker.stop()));
    await queue?.close();
    queue = undefined;
    const kept = await foreground;
    foreground = undefined;
    await kept?.close();
  }

  return {
    async start() {
      const opened = await openQueue(parts);
      queue = opened;
      watched = opened.groups.map((group) =>
        watchWorker(() => openWorker(opened, group), parts.log),
      );
      try {
        await Promise.all(watched.map((worker) => worker.started));
      } catch (error) {
        await stop();
        throw error;
      }
    },
    async runWaiting() {
      foreground ??= openQueue(parts);
      await runWaiting(await foreground);
    },
    stop,
  };
}

async function runWaiting({ options, lock, groups }: Queue): Promise<void> {
  const { runOnce } = await loadWorker();
  const taskList = Object.assign({}, ...groups.map(({ tasks }) => tasks));
  const ids: string[] = [];
  let ran = 0;
  const events = new EventEmitter()
    .on('pool:create', ({ workerPool }) => ids.push(workerPool.id))
    .on('job:start', () => {
      ran += 1;
    });
  try {
    // A run ends early where the next job of a named queue waits for the completion of the last one.
    for (let before = -1; before !== ran; ) {
      before = ran;
      await runOnce({ ...options, taskList, events });
    }
  } finally {
    for (const id of ids) {
      lock.letGo(id);
    }
  }
}

interface WatchedWorker {
  /** Rejects where the first one cannot be opened. */
  readonly started: Promise<void>;
  stop(): Promise<void>;
}

/** A worker ends when the database was away for too long; the next one goes on. */
function watchWorker(open: () => Promise<Worker>, log: JobLog): WatchedWorker {
  const stopping = new AbortController();
  let worker: Worker | undefined;

  async function watch(first: Worker): Promise<void> {
    worker = first;
    while (!stopping.signal.aborted) {
      await worker?.ended;
      await sleep(restartPauseMs, undefined, stopping).catch(() => undefined);
      if (!stopping.signal.aborted) {
        worker = await open().catch((error: unknown) => {
          log.error({ err: error }, 'job worker not started');
          return undefined;
        });
      }
    }
    // The stop may have come while this one was still being opened.
    await worker?.stop();
  }

  const opening = open();
  const watching = opening.then(watch, () => undefined);
  return {
    started: opening.then(() => undefined),
    async stop() {
      stopping.abort();
      await worker?.stop();
      await watching;
    },
  };
}

async function openWorker(
  { options, lock }: Queue,
  group: Queue['groups'][number],
): Promise<Worker> {
  const { run } = await loadWorker();
  const { everyMinute, concurrency, tasks } = group;
  let id: string | undefined;
  const events = new EventEmitter().on('pool:create', ({ workerPool }) => {
    id = workerPool.id;
  });
  const runner = await run({
    ...options,
    events,
    taskList: tasks,
    concurrency,
    ...(everyMinute && { crontab: `* * * * * ${everyMinute} ?jobKey=${everyMinute}&max=1` }),
  });
  const ended = runner.promise
    // The error is logged already; this only waits for the end.
    .catch(() => undefined)
    .then(() => lock.letGo(id));
  return {
    ended,
    async stop() {
      // A worker that just ended by itself refuses to stop.
      runner.stop().catch(() => undefined);
      if (!(await isDoneWithin(shutdownTimeoutMs, ended))) {
        await runner.kill();
        await isDoneWithin(interruptionMs, ended);
      }
    },
  };
}

async function isDoneWithin(ms: number, work: Promise<void>): Promise<boolean> {
  const timer = new AbortController();
  const tooSlow = sleep(ms, false, timer).catch(() => false);
  const isDone = await Promise.race([work.then(() => true), tooSlow]);
  timer.abort();
  return isDone;
}

/** A start that answers people does not wait for it. */
const loadWorker = () => import('graphile-worker');

async function openQueue({ location, log, groups, around = (_job, run) => run() }: JobsParts) {
  const { Logger } = await loadWorker();
  const onError = (error: Error) => log.error({ err: error }, 'job queue connection lost');
  const pgPool = new pg.Pool({
    ...location,
    max: groups.length + sharedConnections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
  });
  pgPool.on('error', onError).on('connect', (client) => client.on('error', onError));
  const lock = createWorkerLock({ location, onError });
  const options: RunnerOptions = {
    pgPool,
    logger: new Logger(toLogFunction(log)),
    noHandleSignals: true,
    preset: {
      // Without a batch, nobody catches a completion that PostgreSQL did not take (graphile-worker 0.17.3).
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      plugins: [
        {
          name: 'WorkerLockPlugin',
          version: '1.0.0',
          worker: { hooks: { startWorker: (_, { worker }) => lock.hold(worker.workerPool.id) } },
        },
      ],
    },
  };
  return {
    options,
    lock,
    groups: groups.map((group) => ({ ...group, tasks: withJobContext(group.tasks, around) })),
    async close() {
      await lock.release();
      await pgPool.end();
    },
  };
}

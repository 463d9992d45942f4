import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunnerOptions, WorkerEventMap } from 'graphile-worker';
import { type DatabaseLocation, openPool } from '../database-client.ts';
import { type AroundJob, withJobContext } from './job-context.ts';
import { type JobLog, toLogFunction } from './job-log.ts';
import { createWorkerLock, type WorkerLock } from './worker-lock.ts';

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
  /** A group ended by itself and is started again; for those who count. */
  readonly onRestart?: () => void;
}

interface Worker {
  /** Resolves when the worker has ended, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

type JobEvent = Pick<WorkerEventMap['job:start'], 'worker' | 'job'>;

/** Shared by the workers of one process. */
type Queue = Awaited<ReturnType<typeof openQueue>>;

/** Each group listens on one connection, and has another for jobs that start or end; the minutes' work shares one. */
const connectionsOfGroup = 2;
const sharedConnections = 1;
/** The one that holds the locks of all workers. */
const lockConnections = 1;

/** Most connections of the queue of one process. */
export const countQueueConnections = (groups: number) =>
  groups * connectionsOfGroup + sharedConnections + lockConnections;

/** Statements of the queue are short; one that a vanished host does not answer delays the next start of its group. */
const statementMs = 8_000;

const restartPauseMs = 2_000;
/** A worker that could ask for no job for so long gives way to another one. */
const longestDeafMs = 8_000;
/** How long a worker that ends waits for running jobs; interrupted ones run again. */
const shutdownTimeoutMs = 6_000;
/** How long a stop waits for the queue's connections. */
const farewellMs = 1_000;

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
        watchWorker(() => openWorker(opened, group), {
          log: parts.log,
          onEnd() {
            parts.log.error({ tasks: Object.keys(group.tasks) }, 'job worker ended');
            parts.onRestart?.();
          },
        }),
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
  const pools: ReturnType<typeof followPool>[] = [];
  let ran = 0;
  try {
    // A run ends early if the next job of a named queue waits for the completion of the last one.
    for (let before = -1; before !== ran; ) {
      before = ran;
      const pool = followPool(lock);
      pools.push(pool);
      pool.events.on('job:start', () => {
        ran += 1;
      });
      await runOnce({ ...options, taskList, events: pool.events });
    }
  } finally {
    for (const pool of pools) {
      pool.leave();
    }
  }
}

interface WatchedWorker {
  /** Rejects if the first one cannot be opened. */
  readonly started: Promise<void>;
  stop(): Promise<void>;
}

/** A worker ends when the database was away for too long; the next one goes on. */
function watchWorker(
  open: () => Promise<Worker>,
  { log, onEnd }: { readonly log: JobLog; readonly onEnd: () => void },
): WatchedWorker {
  const stopping = new AbortController();
  let worker: Worker | undefined;

  async function watch(first: Worker): Promise<void> {
    worker = first;
    while (!stopping.signal.aborted) {
      await worker?.ended;
      if (worker && !stopping.signal.aborted) {
        onEnd();
      }
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
  { everyMinute, concurrency, tasks }: Queue['groups'][number],
): Promise<Worker> {
  const { run } = await loadWorker();
  const { events, ending, leave } = followPool(lock);
  const runner = await run({
    ...options,
    events,
    taskList: tasks,
    concurrency,
    ...(everyMinute && { crontab: `* * * * * ${everyMinute} ?jobKey=${everyMinute}&max=1` }),
  });
  // The error is logged already; this only waits for the end.
  const settled = runner.promise.catch(() => undefined);
  // A worker that just ended by itself refuses to stop.
  const stop = () => void runner.stop().catch(() => undefined);
  const ended = Promise.race([settled, ending]).then(async () => {
    // After completions that failed together, graphile-worker 0.17.3 never settles its promise, and goes on by the minute.
    stop();
    await isDoneWithin(shutdownTimeoutMs, settled);
    leave();
  });
  return {
    ended,
    async stop() {
      stop();
      await ended;
    },
  };
}

/** Follows a worker by its events, and tells the lock of it. */
function followPool(lock: WorkerLock) {
  let id: string | undefined;
  const events = new EventEmitter();
  const finish = ({ worker, job }: JobEvent) => lock.finish(worker.workerPool.id, job.id);
  events
    .once('pool:create', ({ workerPool }) => {
      id = workerPool.id;
    })
    .on('job:start', ({ worker, job }: JobEvent) => lock.begin(worker.workerPool.id, job.id))
    .on('job:complete', finish)
    .on('worker:fatalError', ({ worker }: Pick<JobEvent, 'worker'>) => {
      const job = worker.getActiveJob();
      if (job) {
        finish({ worker, job });
      }
    });
  return {
    events,
    ending: new Promise<void>((resolve) => {
      let heardMs = performance.now();
      const hear = () => {
        heardMs = performance.now();
      };
      events
        // Each end of a worker begins so, whatever becomes of its promise.
        .once('pool:gracefulShutdown', () => resolve())
        .on('worker:getJob:empty', hear)
        .on('job:start', hear)
        // graphile-worker keeps an early failure for all later questions, so only another worker goes on.
        .on('worker:getJob:error', () => {
          if (performance.now() - heardMs > longestDeafMs) {
            resolve();
          }
        });
    }),
    leave: () => lock.letGo(id),
  };
}

async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
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
  const max = groups.length * connectionsOfGroup + sharedConnections;
  const pgPool = openPool({ location, max, limits: { statementMs }, onError });
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
      await isDoneWithin(farewellMs, pgPool.end());
    },
  };
}

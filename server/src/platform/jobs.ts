import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner, RunnerOptions } from 'graphile-worker';
import pg from 'pg';
import type { DatabaseLocation } from './database.ts';
import { type JobLog, toLogFunction } from './job-log.ts';
import { createWorkerLock } from './worker-lock.ts';

/** Runs one job; a failure is logged and tried again later, after waits that grow. */
export type Task = (payload: unknown) => Promise<void>;

export interface Jobs {
  /** Takes up jobs in the background until stopped. */
  start(): Promise<void>;
  /** Runs the jobs that wait now, in the foreground. */
  runWaiting(): Promise<void>;
  /** Waits for jobs that are under way. */
  stop(): Promise<void>;
}

interface JobsParts {
  readonly location: DatabaseLocation;
  readonly log: JobLog;
  readonly tasks: Record<string, Task>;
  readonly everyMinute: () => Promise<void>;
}

interface Worker {
  /** Resolves when it ended, for whatever reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const jobsAtOnce = 2;
/** One connection listens, each job that starts or ends needs one for a moment. */
const mostConnections = jobsAtOnce + 1;
const restartPauseMs = 2_000;
/** How long a stop waits for jobs that are under way; what it breaks off is done again. */
const slowestGoodbyeMs = 10_000;
const everyMinuteTask = 'run-due';

/** The queue that PostgreSQL holds; several processes share the work. */
export function createJobs(parts: JobsParts): Jobs {
  const stopping = new AbortController();
  let worker: Worker | undefined;
  let watching: Promise<void> | undefined;

  /** A worker ends when the database was away for too long; the next one goes on. */
  async function watch(first: Worker): Promise<void> {
    worker = first;
    while (!stopping.signal.aborted) {
      await worker?.ended;
      await sleep(restartPauseMs, undefined, stopping).catch(() => undefined);
      if (!stopping.signal.aborted) {
        worker = await openWorker(parts).catch((error: unknown) => {
          parts.log.error({ err: error }, 'jobs cannot be taken up');
          return undefined;
        });
      }
    }
    // The stop may have come while this one was still being opened.
    await worker?.stop();
  }

  return {
    async start() {
      watching = watch(await openWorker(parts));
    },
    async runWaiting() {
      const { runOnce } = await loadWorker();
      const { options, close } = await prepare(parts);
      const events = new EventEmitter();
      let ran = 0;
      events.on('job:start', () => {
        ran += 1;
      });
      try {
        // It ends early where the next job of a named queue waits for the completion of the last one.
        for (let before = -1; before !== ran; ) {
          before = ran;
          await runOnce({ ...options, events });
        }
      } finally {
        await close();
      }
    },
    async stop() {
      stopping.abort();
      await worker?.stop();
      await watching;
    },
  };
}

async function openWorker(parts: JobsParts): Promise<Worker> {
  const { run } = await loadWorker();
  const { options, close } = await prepare(parts);
  let runner: Runner;
  try {
    runner = await run({
      ...options,
      concurrency: jobsAtOnce,
      crontab: `* * * * * ${everyMinuteTask} ?jobKey=${everyMinuteTask}&max=1`,
    });
  } catch (error) {
    await close();
    throw error;
  }
  // What ended it is logged already; here it only matters that it has ended.
  const ended = runner.promise.catch(() => undefined).then(close);
  return {
    ended,
    async stop() {
      // It refuses to stop twice; then it ended by itself a moment ago.
      runner.stop().catch(() => undefined);
      if (!(await isDoneWithin(slowestGoodbyeMs, ended))) {
        await runner.kill();
        await isDoneWithin(slowestGoodbyeMs, ended);
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

async function prepare(parts: JobsParts) {
  const { Logger } = await loadWorker();
  const { location, log, tasks, everyMinute } = parts;
  const onError = (error: Error) => log.error({ err: error }, 'jobs lost a database connection');
  const pgPool = new pg.Pool({
    ...location,
    max: mostConnections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
  });
  pgPool.on('error', onError).on('connect', (client) => client.on('error', onError));
  const lock = createWorkerLock({ location, onError });
  const options: RunnerOptions = {
    pgPool,
    taskList: { ...tasks, [everyMinuteTask]: everyMinute },
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
    async close() {
      await lock.release();
      await pgPool.end();
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { type DatabaseLocation, openDatabase } from '../../src/platform/database.ts';
import { createRunDue } from '../../src/platform/jobs/due-work.ts';
import { createJobs, type Task } from '../../src/platform/jobs/jobs.ts';
import { createWorkerLock } from '../../src/platform/jobs/worker-lock.ts';
import { loggerOptions } from '../../src/platform/logger.ts';
import type { Database } from '../../src/platform/transaction.ts';
import { hurryJobs } from '../harness/hurry-jobs.ts';
import { at, copyDatabase, dropDatabase } from '../harness/postgres.ts';

let databases = 0;

/** A migrated database of its own. */
async function createDatabase(): Promise<{ location: DatabaseLocation; db: Database }> {
  const name = `hearth_jobs_${process.pid}_${databases++}`;
  await copyDatabase(inject('postgres'), { name, template: inject('templateDatabase') });
  const location = at(inject('postgres'), name);
  const { db, close } = openDatabase(location, () => {});
  onTestFinished(async () => {
    await close();
    await dropDatabase(inject('postgres'), name);
  });
  return { location, db };
}

interface TestWorker {
  readonly location: DatabaseLocation;
  readonly task: Task;
  readonly everyMinute?: () => Promise<void>;
}

function createWorker({ location, task, everyMinute = async () => {} }: TestWorker) {
  const lines: { details: object; sentence: string }[] = [];
  // Lines as they leave the process.
  const log = pino(loggerOptions, {
    write(line) {
      const { msg: sentence, ...details } = JSON.parse(line);
      lines.push({ details, sentence });
    },
  });
  const jobs = createJobs({
    location,
    log,
    groups: [
      { concurrency: 2, tasks: { task } },
      { concurrency: 1, tasks: { 'run-due': everyMinute }, everyMinute: 'run-due' },
    ],
  });
  onTestFinished(() => jobs.stop());
  return { jobs, lines };
}

async function addJob(db: Database, payload: object): Promise<void> {
  await sql`select graphile_worker.add_job('task', ${JSON.stringify(payload)}::json)`.execute(db);
}

async function listJobs(db: Database) {
  const { rows } = await sql<{ locked_by: string | null; attempts: number; last_error: string }>`
    select locked_by, attempts, last_error from graphile_worker.jobs order by id`.execute(db);
  return rows;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const start = performance.now(); performance.now() - start < 60_000; await sleep(20)) {
    if (await isSo()) {
      return;
    }
  }
  expect.fail('It did not come to pass within a minute.');
}

/** Leaves a job as a worker does that was killed in the middle of it. */
async function lockAs(db: Database, workerId: string): Promise<void> {
  await sql`update graphile_worker._private_jobs
    set locked_by = ${workerId}, locked_at = now(), attempts = 1`.execute(db);
}

describe('jobs', () => {
  it('run in the background soon after they were asked for', async () => {
    const { location, db } = await createDatabase();
    const seen: unknown[] = [];
    const { jobs, lines } = createWorker({
      location,
      task: async (payload) => void seen.push(payload),
    });
    await jobs.start();
    await addJob(db, { number: 1 });
    await until(() => seen.length === 1);
    expect(seen).toEqual([{ number: 1 }]);
    await until(async () => (await listJobs(db)).length === 0);
    expect(lines).toEqual([]);
  });

  it('log a failure once, without what they were given, and are tried again', async () => {
    const { location, db } = await createDatabase();
    let tries = 0;
    const { jobs, lines } = createWorker({
      location,
      task: async () => {
        tries += 1;
        throw Object.assign(new Error('no'), { detail: 'secret' });
      },
    });
    await addJob(db, { secret: 'secret' });
    await jobs.runWaiting();
    expect(tries).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      details: { task: 'task', attempt: 1, err: { type: 'Error' } },
      sentence: 'job failed',
    });
    expect(JSON.stringify(lines)).not.toContain('secret');

    await jobs.runWaiting();
    expect(tries).toBe(1);
    await hurryJobs(db);
    await jobs.runWaiting();
    expect(tries).toBe(2);
  });

  it('end before a stop does', async () => {
    const { location, db } = await createDatabase();
    const steps: string[] = [];
    const { jobs } = createWorker({
      location,
      task: async () => {
        steps.push('begun');
        await sleep(300);
        steps.push('done');
      },
    });
    await jobs.start();
    await addJob(db, {});
    await until(() => steps.length > 0);
    await jobs.stop();
    expect(steps).toEqual(['begun', 'done']);
    expect(await listJobs(db)).toEqual([]);
  });

  it('go on when the database had been away', async () => {
    const { location, db } = await createDatabase();
    let runs = 0;
    const { jobs } = createWorker({
      location,
      task: async () => {
        // The test asks the database again only once this is over: its own question would be cut off.
        if (runs === 0) {
          await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
        }
        runs += 1;
      },
    });
    await jobs.start();
    await addJob(db, {});
    await until(() => runs > 0);
    await until(async () => (await listJobs(db)).length === 0);
    await addJob(db, {});
    await until(async () => (await listJobs(db)).length === 0);
    expect(runs).toBeGreaterThanOrEqual(2);
  });
});

describe('jobs of a worker that was killed', () => {
  it('are taken up again by the next one', async () => {
    const { location, db } = await createDatabase();
    await addJob(db, {});
    await lockAs(db, 'pool-of-the-dead');
    let runs = 0;
    const { jobs } = createWorker({
      location,
      task: async () => {
        runs += 1;
      },
    });
    await jobs.start();
    await until(() => runs === 1);
  });

  it('stay with a worker that lives', async () => {
    const { location, db } = await createDatabase();
    const onError = (error: Error) => expect.fail(error.message);
    const living = createWorkerLock({ location, onError });
    onTestFinished(() => living.release());
    await living.hold('pool-that-lives');
    await addJob(db, {});
    await lockAs(db, 'pool-that-lives');

    const next = createWorkerLock({ location, onError });
    await next.hold('pool-next');
    await next.release();
    expect(await listJobs(db)).toMatchObject([{ locked_by: 'pool-that-lives' }]);

    await living.release();
    const last = createWorkerLock({ location, onError });
    await last.hold('pool-last');
    await last.release();
    expect(await listJobs(db)).toMatchObject([{ locked_by: null }]);
  });

  it('are taken from a worker that has ended, while others of its process go on', async () => {
    const { location, db } = await createDatabase();
    const lock = createWorkerLock({ location, onError: (error) => expect.fail(error.message) });
    onTestFinished(() => lock.release());
    await lock.hold('pool-that-ended');
    await lock.hold('pool-that-lives');
    await addJob(db, {});
    await lockAs(db, 'pool-that-ended');

    lock.letGo('pool-that-ended');
    await lock.hold('pool-next');
    expect(await listJobs(db)).toMatchObject([{ locked_by: null }]);
  });

  it('are taken from a worker that lives and never heard that it has them', async () => {
    const { location, db } = await createDatabase();
    const lock = createWorkerLock({ location, onError: (error) => expect.fail(error.message) });
    onTestFinished(() => lock.release());
    await lock.hold('pool-that-lives');
    await addJob(db, {});
    await addJob(db, {});
    await lockAs(db, 'pool-that-lives');
    await sql`update graphile_worker._private_jobs
      set locked_at = now() - interval '1 minute'`.execute(db);
    const { rows } = await sql<{ id: string }>`
      select id from graphile_worker.jobs order by id`.execute(db);
    lock.begin('pool-that-lives', String(rows[0]?.id));

    await lock.hold('pool-next');
    expect(await listJobs(db)).toMatchObject([
      { locked_by: 'pool-that-lives', attempts: 1 },
      { locked_by: null, attempts: 0 },
    ]);
  });

  it('stay with a worker that has ended until it has done with them', async () => {
    const { location, db } = await createDatabase();
    const lock = createWorkerLock({ location, onError: (error) => expect.fail(error.message) });
    onTestFinished(() => lock.release());
    await lock.hold('pool-that-ended');
    await addJob(db, {});
    await lockAs(db, 'pool-that-ended');
    lock.begin('pool-that-ended', '1');
    lock.letGo('pool-that-ended');
    await lock.hold('pool-next');
    expect(await listJobs(db)).toMatchObject([{ locked_by: 'pool-that-ended' }]);

    lock.finish('pool-that-ended', '1');
    await lock.hold('pool-last');
    expect(await listJobs(db)).toMatchObject([{ locked_by: null }]);
  });

  it('stay with a worker while it runs them', async () => {
    const { location, db } = await createDatabase();
    let runs = 0;
    const task = async () => {
      runs += 1;
      await sleep(500);
    };
    const one = createWorker({ location, task });
    await one.jobs.start();
    await addJob(db, {});
    await until(() => runs === 1);
    const other = createWorker({ location, task });
    await other.jobs.start();
    await until(async () => (await listJobs(db)).length === 0);
    expect(runs).toBe(1);
  });
});

describe('due work', () => {
  const clock = { now: () => new Date('2030-01-01T00:00:00Z') };

  it('is all done at the time of the clock, even if one fails', async () => {
    const done: Date[] = [];
    const work = async (time: Date) => void done.push(time);
    const fail = () => Promise.reject(new Error('broken'));
    await expect(createRunDue([work, fail, work], clock)()).rejects.toThrow('broken');
    await expect(createRunDue([fail, fail], clock)()).rejects.toThrow(/broken.*broken/);
    expect(done).toEqual([clock.now(), clock.now()]);
  });

  it('is asked for by the minute', async () => {
    const { location, db } = await createDatabase();
    let sweeps = 0;
    const { jobs } = createWorker({
      location,
      task: async () => {},
      everyMinute: async () => {
        sweeps += 1;
      },
    });
    await sql`select graphile_worker.add_job('run-due')`.execute(db);
    await jobs.runWaiting();
    expect(sweeps).toBe(1);
    await jobs.start();
    await until(async () => {
      const { rows } = await sql<{ identifier: string }>`
        select identifier from graphile_worker._private_known_crontabs`.execute(db);
      return rows[0]?.identifier === 'run-due';
    });
  });
});

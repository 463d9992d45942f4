import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openDatabase } from '../database.ts';
import { awaitedJobPriority, countQueuedJobs, enqueue, enqueueSql } from './job-store.ts';

declare module './job-store.ts' {
  interface TaskPayloads {
    'test-task': { readonly name: string };
  }
}

const name = `hearth_job_store_${process.pid}_${Date.now().toString(36)}`;
const cluster = openDatabase(inject('postgres'), () => {});
const { db, close } = openDatabase(toLocation(), () => {});

function toLocation() {
  const postgres = inject('postgres');
  if ('host' in postgres) {
    return { ...postgres, database: name };
  }
  const url = new URL(postgres.connectionString);
  url.pathname = `/${name}`;
  return { connectionString: url.href };
}

beforeAll(async () => {
  await sql
    .raw(`create database ${name} template ${inject('templateDatabase')}`)
    .execute(cluster.db);
});

afterEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db);
});

afterAll(async () => {
  await close();
  await sql.raw(`drop database ${name}`).execute(cluster.db);
  await cluster.close();
});

async function listJobs() {
  const { rows } = await sql`
    select j.task_identifier as task, p.payload, j.key, j.priority,
      j.max_attempts as "maxAttempts", j.queue_name as queue, j.run_at as "runAt"
    from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
    order by id`.execute(db);
  return rows;
}

describe('enqueue', () => {
  it('without options: the job has its task as key, 25 attempts, and runs immediately', async () => {
    const before = Date.now();
    await enqueue(db, 'test-task', { name: 'a' });

    const [job, ...others] = await listJobs();
    expect(others).toEqual([]);
    expect(job).toMatchObject({
      task: 'test-task',
      payload: { name: 'a' },
      key: 'test-task',
      priority: 0,
      maxAttempts: 25,
      queue: null,
    });
    const { runAt } = job as { runAt: Date };
    expect(Math.abs(runAt.getTime() - before)).toBeLessThan(60_000);
  });

  it('with options: the job has them, and its delay counts from the given clock', async () => {
    const clock = { now: () => new Date('2030-01-01T00:00:00Z') };
    await enqueue(
      db,
      'test-task',
      { name: 'a' },
      {
        key: 'key',
        priority: awaitedJobPriority,
        maxAttempts: 1,
        queue: 'queue',
        delayMs: 60_000,
        clock,
      },
    );

    expect(await listJobs()).toEqual([
      {
        task: 'test-task',
        payload: { name: 'a' },
        key: 'key',
        priority: -1,
        maxAttempts: 1,
        queue: 'queue',
        runAt: new Date('2030-01-01T00:01:00Z'),
      },
    ]);
  });

  it('with the key of a waiting job: replaces it', async () => {
    await enqueue(db, 'test-task', { name: 'a' }, { key: 'key' });
    await enqueue(db, 'test-task', { name: 'b' }, { key: 'key' });

    expect(await listJobs()).toMatchObject([{ payload: { name: 'b' } }]);
  });

  it('with the key of a waiting job whose time is kept: runs when that one would have', async () => {
    await enqueue(db, 'test-task', { name: 'a' }, { key: 'key' });
    const [waiting] = await listJobs();
    const later = { key: 'key', delayMs: 60_000, keepsTime: true };
    await enqueue(db, 'test-task', { name: 'b' }, later);

    expect(await listJobs()).toEqual([{ ...(waiting as object), payload: { name: 'b' } }]);
  });

  it('with a key of its own, time kept: waits as long as it says', async () => {
    const clock = { now: () => new Date('2030-01-01T00:00:00Z') };
    const later = { key: 'key', delayMs: 60_000, keepsTime: true, clock };
    await enqueue(db, 'test-task', { name: 'a' }, later);

    expect(await listJobs()).toMatchObject([{ runAt: new Date('2030-01-01T00:01:00Z') }]);
  });

  it('with the key of a job that a worker takes at this moment: is not lost', async () => {
    await enqueue(db, 'test-task', { name: 'a' }, { key: 'key' });
    const worker = await db.startTransaction().execute();
    await sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker'
      where key = 'key'`.execute(worker);
    const enqueued = enqueue(db, 'test-task', { name: 'b' }, { key: 'key' });
    await vi.waitFor(expectWaiting, { timeout: 10_000 });
    await worker.commit().execute();
    await enqueued;

    expect(await listJobs()).toMatchObject([
      { payload: { name: 'a' }, key: null },
      { payload: { name: 'b' }, key: 'key' },
    ]);
  });

  /** A statement waits for the row of the job. */
  async function expectWaiting(): Promise<void> {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    expect(rows).toHaveLength(1);
  }

  it('in a transaction that is rolled back: adds no job', async () => {
    const work = db.transaction().execute(async (tx) => {
      await enqueue(tx, 'test-task', { name: 'a' });
      throw new Error('rolled back');
    });

    await expect(work).rejects.toThrow('rolled back');
    expect(await listJobs()).toEqual([]);
  });

  it('as an expression: adds one job for each row, with its columns', async () => {
    const add = enqueueSql(
      'test-task',
      { name: sql<string>`r.name` },
      { key: sql<string>`'key of ' || r.name`, priority: sql<number>`r.rank`, maxAttempts: 12 },
    );
    await sql`select ${add} from (values ('a', 1), ('b', 2)) r (name, rank)`.execute(db);

    expect(await listJobs()).toMatchObject([
      { payload: { name: 'a' }, key: 'key of a', priority: 1, maxAttempts: 12 },
      { payload: { name: 'b' }, key: 'key of b', priority: 2, maxAttempts: 12 },
    ]);
  });
});

describe('jobs in the queue', () => {
  it('given up: counts none that is in its last attempt, and none of each minute', async () => {
    const options = { maxAttempts: 1 };
    for (const key of ['failed', 'running']) {
      await enqueue(db, 'test-task', { name: key }, { key, ...options });
    }
    await sql`select graphile_worker.add_job('each-minute', max_attempts => 1)`.execute(db);
    await sql`
      insert into graphile_worker._private_known_crontabs (identifier, known_since)
      values ('each-minute', now())`.execute(db);
    await sql`update graphile_worker._private_jobs set attempts = 1`.execute(db);
    await sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker'
      where key = 'running'`.execute(db);

    const counted = await countQueuedJobs(db);
    expect(counted.map(({ task, givenUp }) => [task, givenUp]).sort()).toEqual([
      ['each-minute', 0],
      ['test-task', 1],
    ]);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, inject, it, type TestContext } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { createJobs } from '../../src/platform/jobs/jobs.ts';
import { openDatabaseProxy, type ProxyMode } from '../harness/database-proxy.ts';
import { at, copyDatabase, dropDatabase } from '../harness/postgres.ts';

let databases = 0;

/** How long each fault lasts; longer than the product waits for a connection. */
const outageMs = 6_000;
const promisedMs = 30_000;

async function openScene({ onTestFinished }: TestContext) {
  const name = `hearth_outage_${process.pid}_${databases++}`;
  await copyDatabase(inject('postgres'), { name, template: inject('templateDatabase') });
  const direct = at(inject('postgres'), name);
  const { db, close } = openDatabase(direct, () => {});
  const proxy = await openDatabaseProxy(direct);
  onTestFinished(async () => {
    await proxy.close();
    await close();
    await dropDatabase(inject('postgres'), name);
  });
  return { db, proxy };
}

type Db = Awaited<ReturnType<typeof openScene>>['db'];

const addJob = (db: Db, task: string) =>
  sql`select graphile_worker.add_job(${task}, '{}'::json)`.execute(db);

async function until(isSo: () => boolean | Promise<boolean>, longestMs: number): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    const waitedMs = performance.now() - startedAt;
    expect(waitedMs, 'ms waited for the jobs').toBeLessThan(longestMs);
    await sleep(50);
  }
  return performance.now() - startedAt;
}

const restart = (db: Db) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);

it.concurrent.for(
  [2, 4, 8].flatMap((count) =>
    (['refuse', 'silent', 'vanish', 'slow', 'restart'] as const).map(
      (fault) => [count, fault] as const,
    ),
  ),
)(
  '%i jobs end together, database: %s; jobs run again within 30 s',
  async ([count, fault], context) => {
    const { db, proxy } = await openScene(context);
    let began = 0;
    let ended = 0;
    let later = 0;
    let other = 0;
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const log = { error: () => {}, warn: () => {}, info: () => {} };
    const jobs = createJobs({
      location: proxy.location,
      log,
      groups: [
        {
          concurrency: count,
          tasks: {
            held: async () => {
              began += 1;
              await gate;
              ended += 1;
            },
            later: async () => {
              later += 1;
            },
          },
        },
        {
          concurrency: 1,
          tasks: {
            other: async () => {
              other += 1;
            },
          },
        },
      ],
    });
    context.onTestFinished(() => jobs.stop());
    await jobs.start();
    for (let index = 0; index < count; index += 1) {
      await addJob(db, 'held');
    }
    await until(() => began === count, promisedMs);

    const mode: ProxyMode = fault === 'restart' ? 'refuse' : fault;
    proxy.set(mode);
    open();
    await until(() => ended >= count, promisedMs);
    await sleep(fault === 'restart' ? 500 : outageMs);
    if (fault === 'restart') {
      await restart(db);
    }
    proxy.set('open');

    await addJob(db, 'later');
    await addJob(db, 'other');
    await until(() => later > 0 && other > 0, promisedMs);
    await until(async () => {
      const { rows } = await sql`select from graphile_worker.jobs`.execute(db);
      return rows.length === 0;
    }, promisedMs);
  },
);

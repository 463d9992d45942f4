import { type RawBuilder, sql } from 'kysely';
import { type Clock, systemClock } from '../clock.ts';
import type { Database, Transaction } from '../transaction.ts';
import { minuteTasks } from './queue-internals.ts';

/** Background work by name, each with its payload. Each module declares its own tasks here. */
// biome-ignore lint/suspicious/noEmptyInterface: the platform has no tasks of its own.
export interface TaskPayloads {}

type Task = Extract<keyof TaskPayloads, string>;

/** Priority of jobs that a person waits for. Lower ones run first; the default is 0. */
export const awaitedJobPriority = -1;

export interface JobOptions {
  /** A waiting job with this key is replaced; the task's name by default. */
  readonly key?: OrSql<string>;
  /** Lower runs first; 0 by default. */
  readonly priority?: OrSql<number>;
  readonly maxAttempts?: number;
  /** Jobs of a queue run one at a time, across all processes. */
  readonly queue?: OrSql<string>;
  readonly delayMs?: number;
  /** A waiting job with this key keeps its time, which may be an earlier one. */
  readonly keepsTime?: boolean;
  /** Time of the queue: the machine's, because local mode moves product time ahead of it. */
  readonly clock?: Clock;
}

type OrSql<Value> = Value | RawBuilder<Value>;

/** Adds a job; with a transaction, the job exists once that has committed. */
export async function enqueue<Name extends Task>(
  db: Database,
  task: Name,
  payload: TaskPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  const json = sql`${JSON.stringify(payload)}::json`;
  await sql`select ${addJob(task, json, options)}`.execute(db);
}

type SqlOf<Payload> = { readonly [Field in keyof Payload]: RawBuilder<Payload[Field]> };

/** Adds a job for each row, as an expression for the statement that selects them. */
export function enqueueSql<Name extends Task>(
  task: Name,
  payload: SqlOf<TaskPayloads[Name]>,
  options: JobOptions = {},
): RawBuilder<unknown> {
  const fields = Object.entries<RawBuilder<unknown>>(payload).flatMap(([name, value]) => [
    sql.lit(name),
    value,
  ]);
  return addJob(task, sql`json_build_object(${sql.join(fields)})`, options);
}

const addAttempts = 3;

function addJob(
  task: string,
  payload: RawBuilder<unknown>,
  options: JobOptions,
): RawBuilder<unknown> {
  const {
    key = task,
    priority = 0,
    maxAttempts = 25,
    queue,
    delayMs,
    clock = systemClock,
  } = options;
  const runAt = delayMs === undefined ? null : new Date(clock.now().getTime() + delayMs);
  const add = sql`(graphile_worker.add_job(
    identifier => ${task},
    payload => ${payload},
    queue_name => ${queue ?? null},
    job_key => ${key},
    job_key_mode => ${options.keepsTime ? 'preserve_run_at' : 'replace'},
    run_at => ${runAt},
    priority => ${priority},
    max_attempts => ${maxAttempts})).id`;
  // The statement adds nothing if a worker takes the job of this key while it runs; repeated, it sees that.
  return sql`coalesce(${sql.join(Array.from({ length: addAttempts }, () => add))})`;
}

/** Whether a job of the task waits, runs, or will be tried again. */
export async function isEnqueued(db: Database, task: Task): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.jobs
    where task_identifier = ${task} and attempts < max_attempts limit 1`.execute(db);
  return rows.length > 0;
}

/** Takes all jobs out of the hands of workers that are gone, as after a backup was restored. */
export async function releaseAllJobs(tx: Transaction): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs where locked_by is not null))`.execute(
    tx,
  );
}

/** Removes the jobs of a task that no worker runs. */
export async function removeJobs(tx: Transaction, task: Task): Promise<void> {
  await sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier = ${task}))`.execute(tx);
}

/**
 * Whether a job failed as often as it may. Running jobs are left out, since their attempt counts already. The work of
 * each minute has one attempt; the next minute repeats it.
 */
export const isGivenUp = sql<boolean>`(attempts >= max_attempts and locked_at is null
  and task_identifier not in ${minuteTasks})`;

/** Amount of work of one task in the queue. */
export interface QueuedJobs {
  readonly task: string;
  /** Jobs that are due and that no worker has taken. */
  readonly waiting: number;
  /** How long the oldest of them has been due; 0 if none is. */
  readonly oldestSeconds: number;
  /** Jobs that failed as often as they may; they stay until somebody removes them. */
  readonly givenUp: number;
}

export async function countQueuedJobs(db: Database): Promise<readonly QueuedJobs[]> {
  const { rows } = await sql<QueuedJobs>`
    with queued as (
      select task_identifier as task, run_at, ${isGivenUp} as is_given_up,
        attempts < max_attempts and locked_at is null and run_at <= now() as is_waiting
      from graphile_worker.jobs
    )
    select task, count(*) filter (where is_waiting)::int as waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_waiting)), 0)::float8
        as "oldestSeconds",
      count(*) filter (where is_given_up)::int as "givenUp"
    from queued group by task`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Database } from '../transaction.ts';
import { isGivenUp } from './job-store.ts';
import { lastMinuteAt } from './queue-internals.ts';

/** How the job queue is being worked. Ages are of the database's clock, by which jobs are due. */
export interface QueueFacts {
  /** Since the work of each minute was last begun; null if no process has ever run. */
  readonly silentMs: number | null;
  /** Jobs that are due for ten minutes and that no process has taken up. */
  readonly overdue: number;
  /** Since the oldest of them was due. */
  readonly overdueMs: number;
  /** Tasks whose jobs failed as often as they may. */
  readonly givenUp: readonly string[];
}

export async function readQueueFacts(db: Database): Promise<QueueFacts> {
  const { rows } = await sql<QueueFacts>`
    select 1000 * extract(epoch from now() - ${lastMinuteAt})::float8 as "silentMs",
      j.overdue, coalesce(j.age, 0) as "overdueMs", g.tasks as "givenUp"
    from
      (select count(*)::int as overdue,
        1000 * extract(epoch from now() - min(run_at))::float8 as age
        from graphile_worker.jobs
        where run_at < now() - interval '10 minutes' and attempts < max_attempts
          and locked_at is null) j,
      (select coalesce(array_agg(distinct task_identifier), '{}') as tasks
        from graphile_worker.jobs where ${isGivenUp}) g`.execute(db);
  const [facts] = rows;
  if (!facts) {
    throw new Error('A count answered no row.');
  }
  return facts;
}

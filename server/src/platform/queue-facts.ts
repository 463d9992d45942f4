import { sql } from 'kysely';
import type { Database } from './transaction.ts';

/** How the job queue is being worked. */
export interface QueueFacts {
  /** When the work of each minute was last begun; null where no process has ever run. */
  readonly beatAt: Date | null;
  /** Jobs that are long due and that no process has taken up. */
  readonly overdue: number;
  readonly oldestDueAt: Date | null;
  /** Tasks whose jobs failed as often as they may, and are not tried again. */
  readonly givenUp: readonly string[];
}

/** A job that is due is taken up within seconds. */
const overdueMs = 10 * 60_000;

export async function readQueueFacts(db: Database): Promise<QueueFacts> {
  const before = new Date(Date.now() - overdueMs);
  const { rows } = await sql<QueueFacts>`
    select b.at as "beatAt", j.overdue, j.oldest as "oldestDueAt", g.tasks as "givenUp"
    from
      (select max(coalesce(last_execution, known_since)) as at
        from graphile_worker._private_known_crontabs) b,
      (select count(*)::int as overdue, min(run_at) as oldest from graphile_worker.jobs
        where run_at < ${before} and attempts < max_attempts and locked_at is null) j,
      (select coalesce(array_agg(distinct task_identifier), '{}') as tasks
        from graphile_worker.jobs where attempts >= max_attempts) g`.execute(db);
  const [facts] = rows;
  if (!facts) {
    throw new Error('A count answered no row.');
  }
  return facts;
}

import { sql } from 'kysely';

/*
 * graphile-worker may change its private tables with any version. What its functions and its view `jobs` do not give
 * is read and written here and nowhere else.
 */

/** Tasks that the queue itself begins each minute. */
export const minuteTasks = sql`(select identifier from graphile_worker._private_known_crontabs)`;

/** Instant at which the work of a minute was last begun; null if no process has ever run. */
export const lastMinuteAt = sql`(
  select max(coalesce(last_execution, known_since)) from graphile_worker._private_known_crontabs)`;

/**
 * Unlocks jobs of the workers $1 except the ids $2: jobs in an answer that a living worker never received. The library
 * has no function for single jobs.
 */
export const unlockUnheard = `
  with unheard as (
    update graphile_worker._private_jobs
    set locked_by = null, locked_at = null, attempts = greatest(attempts - 1, 0)
    where locked_by = any ($1::text[]) and locked_at < now() - interval '20 seconds'
      and id <> all ($2::bigint[])
    returning job_queue_id
  )
  update graphile_worker._private_job_queues set locked_by = null, locked_at = null
  where locked_by = any ($1::text[]) and id in (select job_queue_id from unheard)`;

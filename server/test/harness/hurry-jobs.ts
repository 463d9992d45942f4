import { type Kysely, sql } from 'kysely';

/** Makes waiting jobs due now: they follow the clock of the database, which does not advance. */
export async function hurryJobs<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
}

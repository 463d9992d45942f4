import { type Kysely, sql } from 'kysely';

/** Makes waiting jobs and deliveries due now: they follow the clock of the database, which does not advance. */
export async function hurryJobs<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`update webhook_endpoints set paused_until = null`.execute(db);
  await sql`update webhook_deliveries set due_at = now() where status = 'waiting'`.execute(db);
  await sql`select wake_webhooks()`.execute(db);
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
}

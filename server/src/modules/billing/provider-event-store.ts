import { sql } from 'kysely';
import type { Database } from '../../platform/transaction.ts';
import type { ProviderEvent } from './payment-provider.ts';

/** Name of the job that reads again what an event is about; its payload is `{ eventId }`. */
export const followEventTask = 'follow-provider-event';

/** Keeps the event, each once, and asks for its job; those of one customer follow one after the other. */
export async function keepEvent(
  db: Database,
  { id, type, customerId, createdAt }: ProviderEvent,
  receivedAt: Date,
): Promise<void> {
  await sql`
    with kept as (
      insert into provider_events (id, type, customer_id, created_at, received_at)
      values (${id}, ${type}, ${customerId}, ${createdAt}, ${receivedAt})
      on conflict (id) do nothing
      returning id, customer_id
    )
    select job.id from kept cross join lateral graphile_worker.add_job(
      identifier => ${followEventTask}, payload => json_build_object('eventId', kept.id),
      queue_name => coalesce(kept.customer_id, 'nobody'), job_key => 'event ' || kept.id) job`.execute(
    db,
  );
}

export async function findEventCustomer(db: Database, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ customer_id: string | null }>`
    select customer_id from provider_events where id = ${id}`.execute(db);
  return rows[0]?.customer_id ?? undefined;
}

export async function markProcessed(db: Database, id: string, at: Date): Promise<void> {
  await sql`update provider_events set processed_at = ${at} where id = ${id}`.execute(db);
}

/** When the newest event that is kept happened. */
export async function newestEventAt(db: Database): Promise<Date | undefined> {
  const { rows } = await sql<{ newest: Date | null }>`
    select max(created_at) as newest from provider_events`.execute(db);
  return rows[0]?.newest ?? undefined;
}

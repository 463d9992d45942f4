import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { ProviderEvent } from '../port/payment-provider.ts';

/** Name of the job that reads again what events of a customer are about; its payload is `{ customerId }`. */
export const followEventsTask = 'follow-provider-events';

/** Keeps the event, each once, and asks for the job of its customer: one, however many events wait. */
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
      returning customer_id
    )
    select job.id from kept cross join lateral graphile_worker.add_job(
      identifier => ${followEventsTask},
      payload => json_build_object('customerId', kept.customer_id),
      job_key => coalesce('events of ' || kept.customer_id, 'events of nobody')) job`.execute(db);
}

/** Asks for that job again where events of the subscription's customer still wait. */
export async function askForEvents(tx: Transaction, subscriptionId: string): Promise<void> {
  await sql`
    select job.id from billing_accounts b cross join lateral graphile_worker.add_job(
      identifier => ${followEventsTask},
      payload => json_build_object('customerId', b.customer_id),
      job_key => 'events of ' || b.customer_id) job
    where b.subscription_id = ${subscriptionId} and exists (
      select from provider_events e
      where e.customer_id = b.customer_id and e.processed_at is null)`.execute(tx);
}

/** What the customer's job has not followed yet. */
export async function listWaitingEvents(
  db: Database,
  customerId: string | null,
): Promise<Pick<ProviderEvent, 'id' | 'type'>[]> {
  const { rows } = await sql<Pick<ProviderEvent, 'id' | 'type'>>`
    select id, type from provider_events
    where customer_id is not distinct from ${customerId} and processed_at is null`.execute(db);
  return rows;
}

/** Whether one waits that came in after that instant. */
export async function hasWaitingEvent(
  db: Database,
  { customerId, after }: { readonly customerId: string; readonly after: Date },
): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from provider_events
      where customer_id = ${customerId} and processed_at is null
        and received_at > ${after}) as waits`.execute(db);
  return rows[0]?.waits === true;
}

export async function markProcessed(db: Database, ids: readonly string[], at: Date): Promise<void> {
  await sql`
    update provider_events set processed_at = ${at} where id = any(${ids}::text[])`.execute(db);
}

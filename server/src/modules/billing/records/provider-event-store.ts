import { type RawBuilder, sql } from 'kysely';
import { enqueueSql, type JobOptions } from '../../../platform/jobs/job-store.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { ProviderEvent } from '../port/payment-provider.ts';

/** From this many waiting projects on, the jobs of one owner run in the order in which they were added. */
const maxCounted = 100;

/**
 * Stores an event once, and enqueues one job for its customer, however many events wait. The more
 * projects of the same owner have waiting events, the later the job runs, so that one owner does not
 * delay others.
 */
export async function keepEvent(
  db: Database,
  { id, type, customerId, createdAt, chargeId = null, subscriptionId = null }: ProviderEvent,
  receivedAt: Date,
): Promise<void> {
  const waitingOfOwner = sql<number>`(
    select count(*)::int from (
      select from billing_accounts own
      join subscriptions s on s.id = own.subscription_id
      join subscriptions other on other.owner_id = s.owner_id
      join billing_accounts b on b.subscription_id = other.id
      where own.customer_id = kept.customer_id and b.customer_id <> kept.customer_id and exists (
        select from provider_events e
        where e.customer_id = b.customer_id and e.processed_at is null)
      limit ${maxCounted}) waiting)`;
  await sql`/* plan once: keep-event */
    with kept as (
      insert into provider_events (id, type, customer_id, created_at, received_at, reference,
        charge_id)
      values (${id}, ${type}, ${customerId}, ${createdAt}, ${receivedAt}, ${subscriptionId},
        ${chargeId})
      on conflict (id) do nothing
      returning customer_id
    )
    select ${enqueueFollowing(sql`kept.customer_id`, { priority: waitingOfOwner })} from kept`.execute(
    db,
  );
}

/** Enqueues the job that follows a customer's events; null for events that name none. */
function enqueueFollowing(
  customerId: RawBuilder<string | null>,
  options: Pick<JobOptions, 'priority' | 'delayMs' | 'keepsTime'> = {},
) {
  const key = sql<string>`coalesce('events of ' || ${customerId}, 'events of nobody')`;
  return enqueueSql('follow-provider-events', { customerId }, { key, ...options });
}

/** Enqueues the job again where events of the subscription's customer are waiting. */
export async function enqueueWaitingEvents(tx: Transaction, subscriptionId: string): Promise<void> {
  await sql`
    select ${enqueueFollowing(sql`b.customer_id`)} from billing_accounts b
    where b.subscription_id = ${subscriptionId} and exists (
      select from provider_events e
      where e.customer_id = b.customer_id and e.processed_at is null)`.execute(tx);
}

/** Enqueues the job for later, unless a newer event has enqueued it meanwhile. */
export async function enqueueFollowingLater(
  db: Database,
  customerId: string,
  delayMs: number,
): Promise<void> {
  const options = { delayMs, keepsTime: true };
  await sql`select ${enqueueFollowing(sql`${customerId}::text`, options)}`.execute(db);
}

type WaitingEvent = Pick<ProviderEvent, 'id' | 'type' | 'createdAt'> & {
  readonly subscriptionId: string | null;
  readonly chargeId: string | null;
};

/** Events that the customer's job has not followed yet. */
export async function listWaitingEvents(
  db: Database,
  customerId: string | null,
): Promise<WaitingEvent[]> {
  const { rows } = await sql<WaitingEvent>`
    select id, type, created_at as "createdAt", reference as "subscriptionId",
      charge_id as "chargeId"
    from provider_events
    where customer_id is not distinct from ${customerId} and processed_at is null`.execute(db);
  return rows;
}

/** Whether an event is waiting that arrived after that instant. */
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

/** Writes the customer of an event that named none, and enqueues the customer's job. */
export async function assignEvent(db: Database, id: string, customerId: string): Promise<void> {
  await sql`
    with filed as (
      update provider_events set customer_id = ${customerId}
      where id = ${id} and customer_id is null returning customer_id
    )
    select ${enqueueFollowing(sql`filed.customer_id`)} from filed`.execute(db);
}

/** How the provider's events have come lately. */
export interface Arrivals {
  /** Null where none came in the last 35 days. */
  readonly newestAt: Date | null;
  /** Median time from an event to its arrival, of the last few; null for fewer than that. */
  readonly delaySeconds: number | null;
  /** Running subscriptions that were charged in the given time, or should have been by its end, and so had events. */
  readonly renewing: number;
}

const judgedArrivals = 10;

export async function readArrivals(
  db: Database,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Arrivals> {
  const { rows } = await sql<Arrivals>`
    with latest as (
      select received_at, extract(epoch from received_at - created_at) as seconds
      from provider_events order by received_at desc limit ${judgedArrivals}
    )
    select
      (select max(received_at) from latest) as "newestAt",
      (select case when count(*) = ${judgedArrivals}
        then percentile_cont(0.5) within group (order by seconds) end::float8 from latest)
        as "delaySeconds",
      (select count(*)::int from billing_accounts b join subscriptions s on s.id = b.subscription_id
        where b.provider_subscription_id is not null and s.status = 'active'
          and case when b.period_end is null then s.created_at < ${from}
            else b.period_end < ${to} or b.period_start between ${from} and ${to} end) as renewing`.execute(
    db,
  );
  const [arrivals] = rows;
  if (!arrivals) {
    throw new Error('A count answered no row.');
  }
  return arrivals;
}

export async function markProcessed(db: Database, ids: readonly string[], at: Date): Promise<void> {
  await sql`
    update provider_events set processed_at = ${at} where id = any(${ids}::text[])`.execute(db);
}

/** Customers that events assign to the project, although no row names them. */
export async function listUnlinkedCustomers(
  db: Database,
  subscriptionId: string,
): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select distinct e.customer_id from provider_events e
    where e.reference = ${subscriptionId} and e.customer_id is not null
      and not exists (select from billing_accounts b where b.customer_id = e.customer_id)
      and not exists (select from declined_customers d where d.customer_id = e.customer_id)`.execute(
    db,
  );
  return rows.map((row) => row.customer_id);
}

import { sql } from 'kysely';
import type { Database } from '../../../../../platform/transaction.ts';
import type { EventPage, EventQuestion, ProviderEvent } from '../../../port/payment-provider.ts';
import { tables } from './sandbox-store.ts';

const eventColumns = ['id', 'type', 'customerId', 'createdAt'] as const;

/** Our subscription, as Stripe's metadata names it. */
const reference = sql<string | null>`(
  select c.reference from sandbox.customers c where c.id = sandbox.events.customer_id)`.as(
  'subscriptionId',
);

const pageSize = 100;

/** A page of events since then, newest first. */
export async function listEventsSince(
  db: Database,
  { since, after }: EventQuestion,
): Promise<EventPage> {
  const all = tables(db)
    .selectFrom('sandbox.events')
    .select([...eventColumns, reference])
    .where('createdAt', '>=', since)
    .orderBy('sequence', 'desc')
    .limit(pageSize + 1);
  const found = await (after === undefined
    ? all
    : all.where('sequence', '<', (events) =>
        events.selectFrom('sandbox.events').select('sequence').where('id', '=', after),
      )
  ).execute();
  return { events: found.slice(0, pageSize), hasMore: found.length > pageSize };
}

/** Events that were not delivered yet, oldest first. */
export async function listUndeliveredEvents(db: Database, limit: number): Promise<ProviderEvent[]> {
  return tables(db)
    .selectFrom('sandbox.events')
    .select([...eventColumns, reference])
    .where('deliveredAt', 'is', null)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

export async function markEventsDelivered(
  db: Database,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  if (ids.length > 0) {
    await tables(db)
      .updateTable('sandbox.events')
      .set({ deliveredAt: at })
      .where('id', 'in', ids)
      .execute();
  }
}

const sweepSize = 5_000;

/** Removes events that were delivered long ago, the oldest first. */
export async function sweepEvents(db: Database, before: Date): Promise<void> {
  await sql`
    delete from sandbox.events where id in (
      select id from sandbox.events where delivered_at < ${before}
      order by delivered_at limit ${sweepSize})`.execute(db);
}

import type { Database } from '../../../../platform/transaction.ts';
import type { EventPage, EventQuestion, ProviderEvent } from '../../port/payment-provider.ts';
import { tables } from './sandbox-tables.ts';

const eventColumns = ['id', 'type', 'customerId', 'createdAt'] as const;

const pageSize = 100;

/** A page of what happened since, newest first. */
export async function listEventsSince(
  db: Database,
  { since, after }: EventQuestion,
): Promise<EventPage> {
  const all = tables(db)
    .selectFrom('sandbox.events')
    .select(eventColumns)
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

/** What no inbox has taken yet, oldest first. */
export async function listUndeliveredEvents(db: Database, limit: number): Promise<ProviderEvent[]> {
  return tables(db)
    .selectFrom('sandbox.events')
    .select(eventColumns)
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

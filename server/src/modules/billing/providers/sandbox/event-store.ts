import type { Database } from '../../../../platform/transaction.ts';
import type { ProviderEvent } from '../../payment-provider.ts';
import { tables } from './sandbox-tables.ts';

const eventColumns = ['id', 'type', 'customerId', 'createdAt'] as const;

/** What happened since, oldest first. */
export async function listEventsSince(db: Database, since: Date): Promise<ProviderEvent[]> {
  return tables(db)
    .selectFrom('sandbox.events')
    .select(eventColumns)
    .where('createdAt', '>=', since)
    .orderBy('createdAt')
    .orderBy('sequence')
    .execute();
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

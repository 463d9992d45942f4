import type { Upcoming } from '@hearth/contract';
import type { Database } from '../../../platform/transaction.ts';
import { findSubscription } from '../../subscriptions/index.ts';
import { listUpcomingChanges } from '../records/upcoming-store.ts';
import { listUpcomingReminders } from './remind-owners.ts';

const limit = 12;

/** Lists the next changes of projects and the next emails to their owners, the earliest first; for local mode. */
export async function listUpcoming(db: Database, at: Date): Promise<Upcoming[]> {
  const question = { at, limit };
  const found = [
    ...(await listUpcomingChanges(db, question)),
    ...(await listUpcomingReminders(db, question)),
  ];
  const next = found.sort((one, other) => one.at.getTime() - other.at.getTime()).slice(0, limit);
  return Promise.all(
    next.map(async ({ at: instant, kind, subscriptionId }) => ({
      at: instant.toISOString(),
      kind,
      subscription_id: subscriptionId,
      name: (await findSubscription(db, subscriptionId))?.name ?? '',
    })),
  );
}

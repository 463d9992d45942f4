import type { Database } from '../../../platform/transaction.ts';
import { removeEndedIntents, removeProcessedEvents } from '../records/sweep-store.ts';

const dayMs = 86_400_000;
/** Far longer than a client repeats an idempotency key. */
const intentsKeptMs = 90 * dayMs;
/** Stripe lists an event for 30 days; one that was forgotten earlier would come in as a new one. */
const eventsKeptMs = 35 * dayMs;
/** Rows each time, so that no sweep holds others up. */
const defaultLimit = 5_000;

/** Removes what has ended and is not asked for any more. */
export async function sweepRecords(db: Database, at: Date, limit = defaultLimit): Promise<void> {
  const before = (keptMs: number) => new Date(at.getTime() - keptMs);
  await removeEndedIntents(db, { before: before(intentsKeptMs), limit });
  await removeProcessedEvents(db, { before: before(eventsKeptMs), limit });
}

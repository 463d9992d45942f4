import type { Database } from '../../../platform/transaction.ts';
import { removeReminders } from '../records/reminder-store.ts';
import { removeEndedIntents, removeProcessedEvents } from '../records/sweep-store.ts';

const dayMs = 86_400_000;
/** Far longer than a client repeats an idempotency key. */
const intentsKeptMs = 90 * dayMs;
/** Stripe lists an event for 30 days; one that we removed earlier would be stored as a new one. */
const eventsKeptMs = 35 * dayMs;
/** Time that a reminder counts against the next one. */
const remindersKeptMs = 60 * dayMs;
/** Rows for one sweep, so that it does not delay others. */
const defaultLimit = 5_000;

/** Removes ended intents, processed events and reminders that nothing reads any more. */
export async function sweepRecords(db: Database, at: Date, limit = defaultLimit): Promise<void> {
  const before = (keptMs: number) => new Date(at.getTime() - keptMs);
  await removeEndedIntents(db, { before: before(intentsKeptMs), limit });
  await removeProcessedEvents(db, { before: before(eventsKeptMs), limit });
  await removeReminders(db, { before: before(remindersKeptMs), limit });
}

import type { Database } from '../../platform/transaction.ts';
import { removeEvents } from './event-store.ts';

const keptMs = 30 * 86_400_000;
/** Most rows of one sweep, so that it does not delay others. */
const limit = 5_000;

/** Removes events that nobody is expected to ask for any more. */
export async function sweepEvents(db: Database, at: Date): Promise<void> {
  await removeEvents(db, { before: new Date(at.getTime() - keptMs), limit });
}

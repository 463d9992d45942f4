import type { DueWork } from '../../platform/due-work.ts';
import type { Database } from '../../platform/transaction.ts';
import { removeMailsBefore } from './mail-store.ts';

/** Longer than any link in a mail lives. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Removes mails 30 days after they were asked for, sent or not; whose mail it was is nobody's business then. */
export function createRemoveOldMails(db: Database): DueWork {
  return (at) => removeMailsBefore(db, new Date(at.getTime() - keptMs));
}

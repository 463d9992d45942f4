import type { RegisteredMember } from '@hearth/contract';
import { insertEvent, type NewEvent } from '../modules/server-api/index.ts';
import type { Transaction } from '../platform/transaction.ts';

interface RegisteredEvent extends NewEvent {
  readonly type: RegisteredMember<'events'>;
}

/**
 * Notifies programs of a change, in its transaction. `data` is the subject after it, and gets its `version`. It is kept
 * for 30 days, also for deleted accounts, so name people by uid.
 */
export function recordEvent(tx: Transaction, event: RegisteredEvent): Promise<void> {
  return insertEvent(tx, event);
}

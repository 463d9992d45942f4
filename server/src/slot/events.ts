import type { RegisteredMember } from '@hearth/contract';
import { insertEvent, type NewEvent } from '../modules/server-api/index.ts';
import type { Transaction } from '../platform/transaction.ts';

interface RegisteredEvent extends NewEvent {
  readonly type: RegisteredMember<'events'>;
}

/**
 * Tells programs of a change, in its transaction: they read it with `GET /server/v1/events`, and endpoints get it. `data` is the
 * subject after the change and gets its `version`. It is kept 30 days, also after an account was deleted: name people by uid.
 */
export function recordEvent(tx: Transaction, event: RegisteredEvent): Promise<void> {
  return insertEvent(tx, event);
}

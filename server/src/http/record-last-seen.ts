import {
  type Caller,
  type IdentityServices,
  isLastSeenDue,
  recordLastSeen,
} from '../modules/identity/index.ts';
import { recordMemberSeen, type SubscriptionView } from '../modules/subscriptions/index.ts';
import type { Database } from '../platform/transaction.ts';

interface Seen {
  readonly caller: Caller | undefined;
  /** The subscription that the call is about. */
  readonly view?: SubscriptionView;
}

/** Two statements without a transaction: each locks one row, so neither can be part of a deadlock. */
export async function recordLastSeenIfDue(
  { caller, view }: Seen,
  { db, clock }: Pick<IdentityServices, 'clock'> & { readonly db: Database },
): Promise<void> {
  const at = clock.now();
  if (caller && isLastSeenDue(caller.lastSeenAt, at)) {
    await recordLastSeen(db, caller.sessionId, at);
  }
  if (caller && view && (!view.lastSeenAt || isLastSeenDue(view.lastSeenAt, at))) {
    const { id: subscriptionId } = view.subscription;
    await recordMemberSeen(db, { subscriptionId, accountId: caller.uid, at });
  }
}

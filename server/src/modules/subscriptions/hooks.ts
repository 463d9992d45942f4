import type { Transaction } from '../../platform/transaction.ts';
import type { AuditOrigin } from '../audit/index.ts';
import type { Account } from '../identity/index.ts';

/** The end of a subscription, and who brought it about. */
export interface Cancellation {
  readonly subscriptionId: string;
  /** uid; null where the payment provider ended it. */
  readonly actorId: string | null;
  readonly at: Date;
  readonly origin: AuditOrigin;
}

/** What higher modules have to say to changes of subscriptions; each runs in the change's transaction. */
export interface SubscriptionHooks {
  /** The old owner's means of payment go with them. */
  onOwnershipTransferred(
    tx: Transaction,
    transfer: { readonly subscriptionId: string; readonly newOwner: Account; readonly at: Date },
  ): Promise<void>;
  /** Pending invites end with the subscription. It is locked. */
  onCanceled(tx: Transaction, cancellation: Cancellation): Promise<void>;
}

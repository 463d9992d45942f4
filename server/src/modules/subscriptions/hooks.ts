import type { Money } from '@hearth/contract';
import type { Database, Transaction } from '../../platform/transaction.ts';
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

/** Price per period of a subscription, and when it ends by itself; null where neither is known. */
export interface Charged {
  readonly subscriptionId: string;
  readonly price: Money | null;
  readonly endsAt: Date | null;
}

/** Filled in by higher modules: what they know of subscriptions, and steps of changes, in the change's transaction. */
export interface SubscriptionHooks {
  /** The old owner's means of payment go with them. */
  onOwnershipTransferred(
    tx: Transaction,
    transfer: { readonly subscriptionId: string; readonly newOwner: Account; readonly at: Date },
  ): Promise<void>;
  /** Pending invites end with the subscription. It is locked. */
  onCanceled(tx: Transaction, cancellation: Cancellation): Promise<void>;
  /** Answers prices as last read at the payment provider, without subscriptions that it does not have. */
  listCharged(db: Database, subscriptionIds: readonly string[]): Promise<readonly Charged[]>;
}

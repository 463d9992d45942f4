import type { Money } from '@hearth/contract';
import type { Database, Transaction } from '../../platform/transaction.ts';
import type { AuditOrigin } from '../audit/index.ts';
import type { Account } from '../identity/index.ts';

/** The end of a subscription, and the account that canceled it. */
export interface Cancellation {
  readonly subscriptionId: string;
  /** uid; null where the payment provider ended it. */
  readonly actorId: string | null;
  readonly at: Date;
  readonly origin: AuditOrigin;
}

/** Price per period and set end of a subscription; null where they are unknown. */
export interface Charged {
  readonly subscriptionId: string;
  readonly price: Money | null;
  readonly endsAt: Date | null;
}

/** Functions of higher modules: reads about subscriptions, and steps in the transaction of a change. */
export interface SubscriptionHooks {
  /** Removes the old owner's card and billing details. */
  onOwnershipTransferred(
    tx: Transaction,
    transfer: { readonly subscriptionId: string; readonly newOwner: Account; readonly at: Date },
  ): Promise<void>;
  /** Pending invites end with the subscription. It is locked. */
  onCanceled(tx: Transaction, cancellation: Cancellation): Promise<void>;
  /** Answers prices as last read at the payment provider, without subscriptions that it does not have. */
  listCharged(db: Database, subscriptionIds: readonly string[]): Promise<readonly Charged[]>;
}

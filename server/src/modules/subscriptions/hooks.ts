import type { Transaction } from '../../platform/transaction.ts';
import type { Account } from '../identity/index.ts';

/** What higher modules have to say to changes of subscriptions; each runs in the change's transaction. */
export interface SubscriptionHooks {
  /** The old owner's means of payment go with them. */
  onOwnershipTransferred(
    tx: Transaction,
    transfer: { readonly subscriptionId: string; readonly newOwner: Account; readonly at: Date },
  ): Promise<void>;
}

import type { Transaction } from '../../platform/transaction.ts';

/** What higher modules have to say to changes of accounts; each runs in the change's transaction. */
export interface IdentityHooks {
  /** Refuses while the account is still needed; removes what only its module knows. */
  beforeAccountDeletion(tx: Transaction, uid: string): Promise<void>;
}

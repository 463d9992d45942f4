import type { Transaction } from '../../platform/transaction.ts';
import type { Account } from './accounts/account.ts';
import type { Client } from './sessions/session.ts';

/** The account that goes, and when. */
export interface AccountDeletion {
  readonly account: Account;
  readonly at: Date;
  readonly client: Client;
}

/** An account that the reader of its mailbox calls somebody else's. */
export interface AccountDisowning {
  readonly accountId: string;
  /** Address that was verified for the wrong person. */
  readonly email: string;
  /** Since when the address may have counted as proven. */
  readonly since: Date;
  readonly at: Date;
  readonly client: Client;
}

/** Called by changes of accounts and filled in by higher modules; each runs in the change's transaction. */
export interface IdentityHooks {
  /** Refuses while the account is still needed; removes what only its module knows. */
  beforeAccountDeletion(tx: Transaction, deletion: AccountDeletion): Promise<void>;
  /** Takes back what the account gained by an address that its reader had not proven. */
  onAccountDisowned(tx: Transaction, disowning: AccountDisowning): Promise<void>;
  /** Whether the account owns, has joined, has asked for or is paying for anything. */
  holdsAnything(tx: Transaction, accountId: string): Promise<boolean>;
  /** Notifies modules that store the address; it is the new one by now. */
  onEmailChanged(tx: Transaction, accountId: string): Promise<void>;
}

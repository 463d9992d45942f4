import type { PlanEnd, PlannedAct } from '@hearth/contract';
import type { Database, Transaction } from '../../platform/transaction.ts';
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

/** The reader of a mailbox claims that others have acted for an account that it belonged to. */
export interface AccountClaim {
  readonly account: Account;
  /** Mailbox of the claimant. */
  readonly email: string;
  readonly since: Date;
  readonly at: Date;
  readonly client: Client;
}

/** An address that wants an account. */
export interface InvitedAddress {
  readonly email: string;
  readonly at: Date;
}

/** A planned act of an operator that waits no longer. */
export interface EndedPlan {
  readonly accountId: string;
  readonly act: PlannedAct;
  readonly end: PlanEnd;
}

/** Called by changes of accounts and filled in by higher modules; those with a transaction run in the change's. */
export interface IdentityHooks {
  /** Refuses while the account is still needed; removes what only its module knows. */
  beforeAccountDeletion(tx: Transaction, deletion: AccountDeletion): Promise<void>;
  /** Refuses while the account is still needed, and changes nothing. */
  requireDeletable(tx: Transaction, accountId: string): Promise<void>;
  /** Takes back what the account gained by an address that its reader had not proven. */
  onAccountDisowned(tx: Transaction, disowning: AccountDisowning): Promise<void>;
  /** Secures what the account gave to others before its old mailbox took it back; it has its old address by now. */
  onAccountRecovered(tx: Transaction, claim: AccountClaim): Promise<void>;
  /** Keeps what the account owns until an operator has decided whose account it is. */
  onRecoveryContested(tx: Transaction, claim: AccountClaim): Promise<void>;
  /** Whether the account owns, has joined, has asked for or is paying for anything. */
  holdsAnything(tx: Transaction, accountId: string): Promise<boolean>;
  /** Whether the address has an invitation that can still be accepted. */
  isInvited(db: Database, address: InvitedAddress): Promise<boolean>;
  /** Notifies modules that store the address; it is the new one by now. */
  onEmailChanged(tx: Transaction, accountId: string): Promise<void>;
  /** Keeps how it ended in the history of the person. */
  onPlanEnded(tx: Transaction, ended: EndedPlan): Promise<void>;
}

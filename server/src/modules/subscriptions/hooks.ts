import type { Frequency, Money, SubscriptionStatus } from '@hearth/contract';
import type { Database, Transaction } from '../../platform/transaction.ts';
import type { AuditOrigin } from '../audit/index.ts';
import type { Account } from '../identity/index.ts';
import type { Subscription } from './subscription.ts';

/** The end of a subscription, and the account that canceled it. */
export interface Cancellation {
  readonly subscriptionId: string;
  /** uid; null if the payment provider ended it. */
  readonly actorId: string | null;
  readonly at: Date;
  readonly origin: AuditOrigin;
}

/** Charges of a subscription; null if it is unknown, or if there are none. */
export interface Charged {
  readonly subscriptionId: string;
  /** Price per `frequency`. */
  readonly price: Money | null;
  /** Null also if the configuration does not have the price. */
  readonly frequency: Frequency | null;
  /** End that is set at the payment provider. */
  readonly endsAt: Date | null;
  /** Plan change that takes effect when the period ends. */
  readonly scheduled: {
    readonly planId: string;
    readonly frequency: Frequency | null;
    readonly at: Date;
  } | null;
  /** When its running trial ends; null outside a trial. */
  readonly trialEnd: Date | null;
  /** When the next period begins. */
  readonly periodEnd: Date | null;
  /** Null if it has to be read again. */
  readonly nextTotal: Money | null;
  /** Whether nothing is charged next, as while the provider's collection is paused. */
  readonly isNextNone: boolean;
  readonly card: {
    readonly brand: string;
    readonly last4: string;
    readonly expMonth: number;
    readonly expYear: number;
  } | null;
  readonly owed: {
    readonly total: Money;
    readonly failedAt: Date;
    readonly retryAt: Date | null;
  } | null;
  /** Whether the bank asks the owner to confirm a payment. */
  readonly awaitsPerson: boolean;
}

/** Plans by their ids. */
export interface PlanChanged {
  readonly subscriptionId: string;
  readonly from: string;
  readonly to: string;
  readonly at: Date;
}

export interface StatusChanged {
  readonly subscriptionId: string;
  readonly from: SubscriptionStatus;
  readonly to: SubscriptionStatus;
  readonly at: Date;
}

export interface MemberChanged {
  readonly subscriptionId: string;
  readonly uid: string;
  readonly at: Date;
}

/** Functions of higher modules: reads about subscriptions, and steps in the transaction of a change. */
export interface SubscriptionHooks {
  /** Refuses a change of plan: at its preview, before money moves, and under the subscription's lock. */
  beforePlanChange(
    db: Database,
    change: { readonly subscription: Subscription; readonly planId: string; readonly at: Date },
  ): Promise<void>;
  onPlanChanged(tx: Transaction, change: PlanChanged): Promise<void>;
  onStatusChanged(tx: Transaction, change: StatusChanged): Promise<void>;
  /** The founder of a subscription is added, too. */
  onMemberAdded(tx: Transaction, member: MemberChanged): Promise<void>;
  onMemberRemoved(tx: Transaction, member: MemberChanged): Promise<void>;
  /** How much of each counted limit the subscription uses; undefined if nothing is counted. */
  countUsed(
    db: Database,
    subscriptionId: string,
  ): Promise<Readonly<Record<string, number>> | undefined>;
  /** Removes the old owner's card and billing details. */
  onOwnershipTransferred(
    tx: Transaction,
    transfer: { readonly subscriptionId: string; readonly newOwner: Account; readonly at: Date },
  ): Promise<void>;
  /** Pending invites end with the subscription. It is locked. */
  onCanceled(tx: Transaction, cancellation: Cancellation): Promise<void>;
  /** Answers what was last read at the payment provider, without subscriptions that it does not have. */
  listCharged(db: Database, subscriptionIds: readonly string[]): Promise<readonly Charged[]>;
}

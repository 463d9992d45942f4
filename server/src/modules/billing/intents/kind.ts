import type { ActivityAction } from '@hearth/contract';
import type { Transaction } from '../../../platform/transaction.ts';
import type { PayingContext, PerformContext } from '../port/billing-services.ts';
import type { ProviderSubscription } from '../port/payment-provider.ts';
import type {
  Intent,
  IntentKind,
  IntentOutcome,
  IntentRefusal,
  IntentRequest,
} from '../records/intent.ts';

/** Everything that is particular to one kind of intent. */
export interface Kind<Request extends IntentRequest> {
  /** Asks the provider; may be begun again at any step. Answers how the intent ends. */
  perform(intent: Intent<Request>, context: PerformContext): Promise<Settlement>;
  /** Whether the provider has done what was asked, although it was never written down here. */
  wasDone(intent: Intent<Request>, context: PayingContext): Promise<boolean>;
  /**
   * Restores at the provider what a refused intent has changed, and answers how it ends; undefined
   * where that is too late. Left out for a kind that must be done in the end.
   */
  undo?(
    intent: Intent<Request>,
    refusal: IntentRefusal,
    context: PayingContext,
  ): Promise<Settlement | undefined>;
  /** Whether an intent of the other kind has to wait while this one is open. */
  blocks(other: IntentKind): boolean;
  /** Whether an equal request without a key means another one, even right after the first. */
  readonly repeatable: boolean;
  /** How long it may be asked again under its keys; null where repeating it does no harm. */
  readonly waitsAtMostMs: number | null;
  /** Whether it decides itself what becomes of plan and status; projections leave both alone meanwhile. */
  readonly decides: boolean;
  /** Whether the provider is asked to charge a card, or to keep one. */
  usesCard(request: Request): boolean;
}

/** How an intent ends. */
export interface Settlement {
  readonly outcome: IntentOutcome;
  /** Recorded in the activity, once. */
  readonly action?: ActivityAction;
  /** Changes our rows in the transaction that closes the intent. */
  readonly apply?: (tx: Transaction) => Promise<void>;
  /** The subscription as the provider answered it, and the number of the reading. */
  readonly read?: { readonly charged: ProviderSubscription; readonly reading: bigint } | undefined;
  /** Asked again with the same key, the request is judged anew. */
  readonly isDeferred?: true;
  /** Subscription that this intent has started; ended when another process has refused the intent. */
  readonly started?: string | undefined;
}

/** Stripe forgets idempotency keys after a day; asked later, it would do the same a second time. */
export const keyLifeMs = 20 * 3_600_000;

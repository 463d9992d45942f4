import type { ActivityAction } from '@hearth/contract';
import type { Transaction } from '../../../platform/transaction.ts';
import type { AuditDetails } from '../../audit/index.ts';
import type { BillingServices, PayingContext, PerformContext } from '../port/billing-services.ts';
import type { ProviderSubscription } from '../port/payment-provider.ts';
import type {
  Intent,
  IntentKind,
  IntentOutcome,
  IntentRefusal,
  IntentRequest,
} from '../records/intent.ts';

/** Behaviour of one kind of intent. */
export interface Kind<Request extends IntentRequest> {
  /** Asks the provider, and answers how the intent ends. It may be repeated after any of its steps. */
  perform(intent: Intent<Request>, context: PerformContext): Promise<Settlement>;
  /** Whether the provider has carried the intent out, although that was never stored here. */
  wasDone(intent: Intent<Request>, context: PayingContext): Promise<boolean>;
  /**
   * Reverts at the provider what a refused intent has changed, and answers how it ends; undefined
   * where that is too late. A kind that cannot be refused has no `undo`.
   */
  undo?(
    intent: Intent<Request>,
    refusal: IntentRefusal,
    context: PayingContext,
  ): Promise<Settlement | undefined>;
  /** Whether an intent of the other kind has to wait while this one is open. */
  blocks(other: IntentKind): boolean;
  /** Whether an equal request without a key counts as a new one, even right after the first. */
  readonly repeatable: boolean;
  /** Whether it is a step of another request: the client's key then names it only until another intent follows. */
  readonly isStep?: true;
  /** How long the provider may be asked again with its keys; null where repeating does no harm. */
  readonly expiresAfterMs: number | null;
  /** Whether the intent decides plan and status; projections change neither while it is open. */
  readonly decides: boolean;
  /** Whether it charges or saves a card. */
  usesCard(request: Request): boolean;
}

export type Kinds = {
  readonly [Name in IntentKind]: Kind<Extract<IntentRequest, { kind: Name }>>;
};

/** The changes are handed in from above: what carries them out imports none of them. */
export interface WithKinds {
  readonly kinds: Kinds;
}

/** Services of operations that may carry an intent out. */
export type ChangeServices = BillingServices & WithKinds;
export type ChangeContext = PerformContext & WithKinds;
export type PayingChangeContext = PayingContext & WithKinds;

export function kindOf(
  { request }: Pick<Intent, 'request'>,
  { kinds }: WithKinds,
): Kind<IntentRequest> {
  // The record gives each kind its own steps, which the compiler cannot follow through the lookup.
  return kinds[request.kind] as unknown as Kind<IntentRequest>;
}

/** How an intent ends. */
export interface Settlement {
  readonly outcome: IntentOutcome;
  /** Recorded in the activity, once. */
  readonly action?: ActivityAction;
  /** Recorded with the action. */
  readonly details?: AuditDetails | undefined;
  /** Changes our rows in the transaction that closes the intent. */
  readonly apply?: (tx: Transaction) => Promise<void>;
  /** Subscription in the provider's answer, with the number of the reading. */
  readonly read?: { readonly charged: ProviderSubscription; readonly reading: bigint } | undefined;
  /** Whether a repeated request is checked again, even with the same key. */
  readonly isPutOff?: true;
  /** Subscription that the intent started. It is ended where another process has refused the intent. */
  readonly started?: string | undefined;
}

/** Stripe forgets idempotency keys after a day, and would then act a second time. */
export const keyLifeMs = 20 * 3_600_000;

/**
 * Whether the provider takes a repeated step as a new one, because it has forgotten the key, or a saved failure made another
 * one necessary. What an earlier step needed may be gone by then, such as a card that somebody removed.
 */
export function isAskedAnew({ id, keyBase, createdAt }: Intent, { clock }: BillingServices) {
  return keyBase !== id || clock.now().getTime() - createdAt.getTime() > keyLifeMs;
}

/** Rules of a change that sets something at the provider: it charges nothing, so a refusal has nothing to revert. */
export const ofSetting = {
  undo: async (_: unknown, refusal: IntentRefusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: false,
  expiresAfterMs: keyLifeMs,
  decides: false,
  usesCard: () => false,
} as const;

import type { Frequency, RefusalCode } from '@hearth/contract';
import { randomId } from '../../../platform/ids.ts';
import type { BillingDetails, Money } from '../port/payment-provider.ts';
import type { PriceItem } from '../port/price-item.ts';
import type { PlanTerms } from '../port/rules/plan.ts';

/** Each kind of change of money with its request. Holds ids of cards, never cards. */
export type IntentRequest = Requests & {
  /** Set once the intent is put off: it is undone, and not tried again. Rows have it under this name. */
  readonly deferred?: RefusalCode;
  /** Set if an operator began it in place of the owner. */
  readonly byOperator?: true;
};

/** Terms of a first payment beside its price. */
interface FirstPaymentTerms {
  /** Provider's id of the promotion code; absent without one. */
  readonly discountId?: string;
  /** Days of the trial that it begins with; absent without one. */
  readonly trialDays?: number;
}

type Requests =
  | (FirstPaymentTerms & {
      readonly kind: 'create';
      readonly plan: PlanTerms;
      readonly email: string;
      readonly payer: Payer | null;
      /** Set where the provider computes taxes. */
      readonly isTaxed?: true;
    })
  | (FirstPaymentTerms & {
      readonly kind: 'change-plan';
      readonly plan: PlanTerms;
      readonly fromPlanId: string;
      /** How often it was charged before; null where nothing was, or where that was not known. */
      readonly fromFrequency: Frequency | null;
      readonly email: string;
      /** ISO 8601: the instant from which the rest of the period is computed. */
      readonly at: string;
      /** Cost that the caller was shown, in minor units; null without a preview. */
      readonly shown: ShownChange | null;
      /** Card of the request: it becomes the default, unless the change is refused. */
      readonly cardId: string | null;
      /** Default card before the change; a refusal restores it. */
      readonly cardBefore: string | null;
      /** Set where the provider computes taxes of a first payment. */
      readonly isTaxed?: true;
      /** ISO 8601: end of the period at which it takes effect; absent where it takes effect now. */
      readonly takesEffectAt?: string;
    })
  | { readonly kind: 'cancel' }
  | { readonly kind: 'end-at-period-end' }
  | { readonly kind: 'resume' }
  | {
      readonly kind: 'extend-trial';
      /** ISO 8601. */
      readonly until: string;
      /** Provider's id of the promotion code that it was bought with; absent without one. */
      readonly discountId?: string;
    }
  | {
      readonly kind: 'give-free-time';
      readonly months: number;
    }
  | { readonly kind: 'end-free-time' }
  | {
      readonly kind: 'give-free-plan';
      readonly plan: PlanTerms;
      readonly fromPlanId: string;
      /** Items of the free plan, to which it returns. */
      readonly returnTo: readonly PriceItem[];
      readonly months: number;
      readonly email: string;
      /** Set where the provider computes taxes. */
      readonly isTaxed?: true;
    }
  | {
      readonly kind: 'end-free-plan';
      /** The plan that is taken back. */
      readonly fromPlanId: string;
      /** The free plan, and its items. */
      readonly planId: string;
      readonly returnTo: readonly PriceItem[];
    }
  | {
      readonly kind: 'undo-plan-change';
      /** The plan that stays. */
      readonly planId: string;
      /** Scheduled items, and the ISO 8601 instant at which they would take effect. */
      readonly dropped: { readonly items: readonly PriceItem[]; readonly at: string };
    }
  | { readonly kind: 'abandon' }
  | { readonly kind: 'forget-payer'; readonly email: string }
  | {
      readonly kind: 'save-payer';
      readonly email: string;
      readonly payer: Payer;
      /** Whether another card is charged until the plan changes. */
      readonly hasDefault: boolean;
    }
  | { readonly kind: 'update-details'; readonly details: BillingDetails }
  | { readonly kind: 'set-default'; readonly cardId: string; readonly shown?: Money }
  | { readonly kind: 'remove-card'; readonly cardId: string }
  /** `shown` is the sum that the caller was shown as due now. */
  | { readonly kind: 'pay-owed'; readonly shown?: Money }
  | {
      readonly kind: 'refund';
      /** Provider's id. */
      readonly invoiceId: string;
      /** Minor units of the invoice's currency. */
      readonly amount: number;
    }
  /** Begun by the operator. */
  | { readonly kind: 'start-taxes' };

/** Name, address and card of the person who pays. */
export interface Payer {
  readonly details: BillingDetails;
  readonly cardId: string;
}

/** Amounts in minor units of the plan's currency. */
export interface ShownChange {
  readonly dueNow: number;
  readonly credit: number;
  /** Amount of the next renewal. */
  readonly next: number;
  /** ISO 8601; null where no renewal follows. */
  readonly nextAt: string | null;
}

export type IntentKind = IntentRequest['kind'];

/** Answer to the caller, now and when the request is repeated. */
export type IntentOutcome =
  | { readonly result: IntentResult }
  | { readonly refusal: { readonly code: RefusalCode; readonly detail?: string | undefined } };

export type IntentRefusal = Extract<IntentOutcome, { refusal: unknown }>['refusal'];

export interface IntentResult {
  readonly subscriptionId: string;
  readonly clientSecret?: string;
  /** ISO 8601: when a scheduled plan change takes effect. */
  readonly takesEffectAt?: string;
  /** Saved card, where it is not the default yet. */
  readonly cardId?: string;
  /** The change was made, but the card did not pay what was owed. */
  readonly declined?: true;
  /** Minor units that a refund gave back. */
  readonly refunded?: number;
}

export interface Intent<Request extends IntentRequest = IntentRequest> {
  readonly id: string;
  /** Begins the idempotency keys of its steps: the id, and after an answer of failure that Stripe repeats, a number too. */
  readonly keyBase: string;
  readonly subscriptionId: string;
  /** uid of the caller. */
  readonly accountId: string;
  readonly request: Request;
  readonly createdAt: Date;
}

/** An intent that nobody has carried out yet. */
export function newIntent<Request extends IntentRequest>(
  intent: Omit<Intent<Request>, 'id' | 'keyBase'>,
): Intent<Request> {
  const id = randomId(24);
  return { id, keyBase: id, ...intent };
}

export type RequestOf<Kind extends IntentKind> = Extract<IntentRequest, { kind: Kind }>;
export type IntentOf<Kind extends IntentKind> = Intent<RequestOf<Kind>>;

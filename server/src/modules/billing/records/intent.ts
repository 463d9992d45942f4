import type { RefusalCode } from '@hearth/contract';
import type { BillingDetails } from '../port/payment-provider.ts';
import type { PlanTerms } from '../port/plan.ts';

/** Each kind of change of money with what it was asked. Holds ids of cards, never cards. */
export type IntentRequest =
  | {
      readonly kind: 'create';
      readonly plan: PlanTerms;
      readonly email: string;
      readonly payer: Payer | null;
    }
  | {
      readonly kind: 'change-plan';
      readonly plan: PlanTerms;
      readonly fromPlanId: string;
      readonly email: string;
      readonly payer: Payer | null;
      /** ISO 8601: from when the time that is left is reckoned. */
      readonly at: string;
      /** Why it is not made now, once that is certain. */
      readonly putOff?: RefusalCode;
    }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'abandon' }
  | { readonly kind: 'forget-payer'; readonly email: string }
  | { readonly kind: 'update-details'; readonly details: BillingDetails }
  | { readonly kind: 'set-default'; readonly cardId: string }
  | { readonly kind: 'remove-card'; readonly cardId: string };

export interface Payer {
  readonly details: BillingDetails;
  readonly cardId: string;
  /** The customer's, so that a card that is declined leaves all as it was. */
  readonly before: PayerBefore;
}

export interface PayerBefore {
  readonly cardIds: readonly string[];
  readonly defaultCardId: string | null;
  readonly details: BillingDetails | null;
}

export type IntentKind = IntentRequest['kind'];

/** What the caller is answered, now or when they ask again. */
export type IntentOutcome =
  | { readonly result: IntentResult }
  | { readonly refusal: { readonly code: RefusalCode; readonly detail?: string | undefined } };

export interface IntentResult {
  readonly subscriptionId: string;
  readonly clientSecret?: string;
  /** The change was made, but the card did not pay what was owed. */
  readonly declined?: true;
}

export interface Intent<Request extends IntentRequest = IntentRequest> {
  readonly id: string;
  readonly subscriptionId: string;
  /** uid of who asked. */
  readonly accountId: string;
  readonly request: Request;
  readonly createdAt: Date;
}

export type IntentOf<Kind extends IntentKind> = Intent<Extract<IntentRequest, { kind: Kind }>>;

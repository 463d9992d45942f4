import type { HearthConfig, Money } from '@hearth/contract';
import type { AmountParts, ChangePreview, CostLine, NextTotal } from './amounts.ts';
import type { InvoiceCalls } from './invoice-payment.ts';
import type { PriceItem } from './price-item.ts';
import type {
  BillingDetails,
  Card,
  ConfiguredPrice,
  EventPage,
  EventQuestion,
  PriceFaults,
  PromotionCode,
  ProviderAccount,
  ProviderCustomer,
  ProviderEvent,
  ProviderInvoice,
  ProviderSubscription,
  RunningPage,
  WebhookEndpoint,
} from './provider-objects.ts';
import type { TaxCalls, TaxedBuyer } from './taxes.ts';

export type { Money } from '@hearth/contract';
export type { AmountParts, ChangePreview, InvoiceParts, NextTotal } from './amounts.ts';
export * from './provider-failure.ts';
export type * from './provider-objects.ts';

/** How an attempt to take money ended. */
export type Charge =
  | { readonly outcome: 'paid'; readonly subscription: ProviderSubscription }
  /** The bank asks the payer to confirm; the change waits, and the client secret is for the browser. */
  | {
      readonly outcome: 'authentication-needed';
      readonly clientSecret: string;
      readonly subscription: ProviderSubscription;
    }
  /** No money was taken and nothing was changed; the provider's sentence is for people. */
  | { readonly outcome: 'declined'; readonly message: string };

/** The bank may still decide on an earlier payment of what is owed. */
export type OwedCharge = Charge | { readonly outcome: 'processing' };

/** Names one step of an intent; the same key never does the same thing twice. */
export interface Keyed {
  /** Id of the intent, or of its step: `${intentId}-card`. */
  readonly key: string;
}

export interface NewProviderSubscription extends Keyed, TrialStart {
  readonly customerId: string;
  /** Our id, written into the provider's metadata so that a crash cannot orphan the object. */
  readonly subscriptionId: string;
  /** Also written into the metadata. */
  readonly intentId: string;
  readonly items: readonly PriceItem[];
  /** Provider's id of the promotion code that it is bought with. */
  readonly discountId?: string;
  /** Set where the provider computes taxes, now and at each renewal. */
  readonly isTaxed?: true;
}

export interface KeptCard extends Keyed {
  readonly customerId: string;
  /** Our id, rewritten because a declined customer may come from another project. */
  readonly subscriptionId: string;
  readonly cardId: string;
  /** Whether it is charged next, from now on. */
  readonly isDefault: boolean;
  /** Subscription that a default card is charged for; null where there is none yet. */
  readonly chargedId: string | null;
  readonly email: string;
  readonly details: BillingDetails;
}

export interface PriceChange {
  readonly providerSubscriptionId: string;
  readonly items: readonly PriceItem[];
  /** Instant of the preview, from which the proration is computed. */
  readonly at: Date;
  /** Set where nobody buys, so that an end which is set stays: the operator moves a price. */
  readonly keepsEnd?: true;
}

export interface ChangeForBuyer extends PriceChange {
  /** Buyer whose address and tax id are saved first, with which stopped taxes go on; the present ones count where it is left out. */
  readonly buyer?: TaxedBuyer | undefined;
}

type Scheduling = ScheduleCalls<ProviderSubscription>;

/** A payment provider. Every call that changes something has a key and can be repeated with it. */
export interface PaymentProvider
  extends PurchaseCalls,
    InvoiceCalls,
    TrialCalls,
    FreeTimeCalls,
    TaxCalls,
    Scheduling {
  /** Key for the browser. */
  readonly publishableKey: string;

  readAccount(): Promise<ProviderAccount>;
  /** Compares the configured prices with the provider's. */
  checkPrices(prices: readonly ConfiguredPrice[]): Promise<PriceFaults>;

  /**
   * Creates a customer without a card; answers its id. A key whose customer was removed meanwhile
   * creates another one. Throws TaxIdRefused.
   */
  createCustomer(
    customer: Keyed & {
      readonly subscriptionId: string;
      readonly email: string;
      readonly details?: BillingDetails;
    },
  ): Promise<string>;
  /** Undefined for a removed customer; throws ProviderUnknown for one that this account never had. */
  readCustomer(customerId: string): Promise<ProviderCustomer | undefined>;
  updateCustomer(
    customer: Keyed & {
      readonly customerId: string;
      /** Our id, where the customer names another project. */
      readonly subscriptionId?: string;
      readonly email?: string;
      /** Null removes the details, and the tax id with them; any other tax id has a call of its own. Throws PlaceUnknown while taxes are computed. */
      readonly details?: BillingDetails | null;
    },
  ): Promise<void>;
  /** Removes a customer, and accepts one that is gone already. */
  removeCustomer(customer: Keyed & { readonly customerId: string }): Promise<void>;

  /** Cards of the customer, oldest first; none once the customer was removed. */
  listCards(customerId: string): Promise<readonly Card[]>;
  /**
   * Saves the card, the address, the e-mail and our id; answers the card's id.
   * Throws CardDeclined for a card that cannot be saved, and changes nothing.
   */
  keepCard(card: KeptCard): Promise<string>;
  /** Changes the card that subscriptions charge next, not only the one that is shown. */
  setDefaultCard(
    card: Keyed & { readonly customerId: string; readonly cardId: string },
  ): Promise<void>;
  /** Removes a card, and accepts one that is gone already. */
  detachCard(card: Keyed & { readonly cardId: string }): Promise<void>;
  /** Answers a client secret with which the browser adds a card. */
  createSetup(setup: Keyed & { readonly customerId: string }): Promise<string>;
  /** Invalidates the client secrets that have not added a card yet. */
  cancelSetups(customer: Keyed & { readonly customerId: string }): Promise<void>;

  /** Charges the default card immediately, but in a trial. A decline ends the subscription there and voids its invoice. Throws CodeRefused and PlaceUnknown. */
  startSubscription(wanted: NewProviderSubscription): Promise<Charge>;
  /** Finds the subscription that names the intent in its metadata, ended or not; undefined where there is none. */
  findSubscription(customerId: string, intentId: string): Promise<ProviderSubscription | undefined>;
  /** Subscriptions of the customer that have not ended, newest first; none once the customer was removed. */
  listSubscriptions(customerId: string): Promise<readonly ProviderSubscription[]>;
  /** A page of all subscriptions of the account that have not ended, newest first. */
  listRunning(after?: string): Promise<RunningPage<ProviderSubscription>>;
  readSubscription(id: string): Promise<ProviderSubscription | undefined>;
  /** Total of the next renewal; null where there is none. */
  readNextTotal(id: string): Promise<NextTotal | null>;
  /** Throws ChangeRefused, as the change itself does, and TaxIdRefused. */
  previewChange(change: ChangeForBuyer): Promise<ChangePreview>;
  /**
   * An upgrade and a change of the frequency take effect once they are paid, and take back an end that is set; a
   * downgrade takes effect immediately, with credit for unused time, and leaves the end. A scheduled change is dropped.
   * A declined change leaves nothing: its invoice is void. Throws ChangeRefused, and PaymentProcessing while the bank decides.
   */
  changePrices(change: PriceChange & Keyed): Promise<Charge>;
  /**
   * Drops a plan change that waits for its payment, if there is one; with `change` only this one. What is owed stays. Throws
   * PaymentProcessing while its bank decides.
   */
  giveUpChange(
    subscription: Keyed & {
      readonly id: string;
      readonly change?: Pick<PriceChange, 'items' | 'at'>;
    },
  ): Promise<void>;
  /**
   * Has it end with its paid period, with no renewal and no scheduled change. One that is not active, or that is going to end anyway,
   * stays as it is. Answers it as it is now.
   */
  endAtPeriodEnd(subscription: Keyed & { readonly id: string }): Promise<ProviderSubscription>;
  /** Takes a set end back, wherever it was set. Answers the subscription as it is now, ended or not. */
  keepGoing(subscription: Keyed & { readonly id: string }): Promise<ProviderSubscription>;
  /**
   * Ends it immediately and without a refund. The delivered part of an open renewal becomes an
   * uncollectible debt; drafts and other open invoices are voided. Answers the ended subscription, or
   * throws ProviderUnknown.
   */
  endSubscription(subscription: Keyed & { readonly id: string }): Promise<ProviderSubscription>;
  /** Ends an incomplete subscription, its invoice first; false where it was paid meanwhile and goes on. */
  giveUpSubscription(subscription: Keyed & { readonly id: string }): Promise<boolean>;
  /**
   * Charges the default card the debt, or the first payment; undefined where nothing is owed, and `processing` while a
   * bank has not decided. Throws SumChanged where that is not the shown sum.
   */
  payOpenInvoice(
    subscription: Keyed & { readonly id: string; readonly shown?: Money | undefined },
  ): Promise<OwedCharge | undefined>;

  /** Invoices newest first, without those of 0; none where the provider has no such customer. */
  listInvoices(customerId: string, limit: number): Promise<readonly ProviderInvoice[]>;

  /** Undefined for a forged, stale or unsigned message; `foreign` for one of another account or mode. */
  readWebhook(
    rawBody: Buffer,
    signature: string | undefined,
  ): ProviderEvent | 'foreign' | undefined;
  /** A page of events since then, newest first, to catch up on lost messages. */
  listEvents(question: EventQuestion): Promise<EventPage>;
  /** Addresses at which the provider delivers its events. */
  listWebhooks(): Promise<readonly WebhookEndpoint[]>;
}

export interface PurchaseTerms {
  readonly items: readonly PriceItem[];
  readonly promotion?: PromotionCode | undefined;
  /** Set where taxes are computed. */
  readonly buyer?: TaxedBuyer | undefined;
}

/** Cost of a new subscription that begins now. */
export interface PurchasePreview {
  /** Parts of the first invoice. */
  readonly parts: AmountParts;
  /** Lines that make `dueNow`. */
  readonly lines: readonly CostLine[];
  readonly dueNow: Money;
  /** Total of the first renewal. */
  readonly next: Money;
  /** Tax that is part of it; null where the address is too vague. */
  readonly nextTax: number | null;
  readonly nextAt: Date;
}

/** Calls of a provider about purchases that were not made yet. */
export interface PurchaseCalls {
  /** Finds a code that a new customer can redeem now for that price, in any letter case; undefined where there is none. */
  findCode(code: string, price: Money): Promise<PromotionCode | undefined>;
  /** Computes the cost of a new subscription of a new customer. Throws CodeRefused and TaxIdRefused. */
  previewPurchase(wanted: PurchaseTerms): Promise<PurchasePreview>;
  /**
   * Gives a subscription in its trial the discount of its code again where the trial's invoice of 0 has used it up.
   * Throws CodeRefused where that is not possible.
   */
  keepDiscount(wanted: {
    readonly key: string;
    readonly id: string;
    readonly discountId: string;
  }): Promise<void>;
}

/** Calls of a provider about time that an operator gives: renewals in it cost nothing. A change of the plan or its frequency ends it. */
export interface FreeTimeCalls {
  /** Gives so many months from now on, in place of time that was given before; `giftId` names it. Answers the subscription as it is now, ended or not. */
  giveFreeTime(
    gift: Keyed & { readonly id: string; readonly giftId: string; readonly months: number },
  ): Promise<ProviderSubscription>;
  /** Ends the given time now. Answers the subscription as it is now, ended or not. */
  endFreeTime(subscription: Keyed & { readonly id: string }): Promise<ProviderSubscription>;
  /**
   * Has the items cost nothing for so many months, without a card, and then has the free plan take their place. Answers
   * the subscription as it is now, ended or not. Throws PlaceUnknown.
   */
  startFreePlan(gift: FreePlan): Promise<ProviderSubscription>;
  /** Has the free plan take the place of the given one now: nothing is charged and nothing credited. Answers the subscription as it is now, ended or not. */
  endFreePlan(
    gift: Keyed & { readonly id: string; readonly returnTo: readonly PriceItem[] },
  ): Promise<ProviderSubscription>;
}

/** A plan that an operator gives. The intent names the gift. */
export interface FreePlan extends Omit<NewProviderSubscription, 'discountId' | 'trialDays'> {
  /** Running subscription at a price of 0; null to begin one. */
  readonly id: string | null;
  /** Items of the free plan. */
  readonly returnTo: readonly PriceItem[];
  readonly months: number;
}

interface Scheduled {
  readonly providerSubscriptionId: string;
  readonly items: readonly PriceItem[];
  /** Instant of the preview; for the change itself, end of the period at which it takes effect. */
  readonly at: Date;
}

/** Calls of a provider about plan changes that wait for the end of the period. */
export interface ScheduleCalls<Subscription> {
  /**
   * Computes the cost: nothing now, `next` at the end of the period, which is `nextAt`, for the buyer whom the change
   * saves first. Throws ChangeRefused and TaxIdRefused.
   */
  previewScheduled(
    change: Scheduled & { readonly buyer?: TaxedBuyer | undefined },
  ): Promise<ChangePreview>;
  /**
   * Has the prices take effect with the next period, in place of a change that was scheduled before. One that is
   * going to end stays as it is, and one that has the prices already. Answers it as it is now. Throws ChangeRefused, also where its period does not end at `at`.
   */
  scheduleChange(change: Scheduled & { readonly key: string }): Promise<Subscription>;
  /** Drops the scheduled change, wherever it was made. Answers the subscription as it is now, ended or not. */
  dropScheduled(subscription: { readonly key: string; readonly id: string }): Promise<Subscription>;
}

/** Days of the plan that a project has for free before its first charge, and whether it begins with a card. */
export type TrialTerms = NonNullable<HearthConfig['plans'][number]['trial']>;

export interface TrialStart {
  /**
   * Days without a charge that it begins with. It needs no card then, and ends after them where none was added. The
   * client secret of a card whose bank wants its holder is given once, in the answer to the start.
   */
  readonly trialDays?: number;
}

/** Calls of a provider about trials. */
export interface TrialCalls {
  /** The provider's name for the card's number, equal for all customers who have it; null where it does not say. */
  readCardFingerprint(cardId: string): Promise<string | null>;
  /** Has the running trial end at another time, later than now, and answers the subscription as it is now. One that is in no trial stays as it is. */
  moveTrialEnd(
    trial: Keyed & { readonly id: string; readonly trialEnd: Date },
  ): Promise<ProviderSubscription>;
}

import type { Money, SubscriptionStatus } from '@hearth/contract';
import type { ChangePreview, NextTotal } from './amounts.ts';
import type { ConfiguredPrice, PriceFaults } from './configured-price.ts';
import type { InvoicePayment, InvoiceReturn } from './invoice-payment.ts';
import type { ProviderAccount } from './provider-account.ts';
import type { EventPage, EventQuestion, ProviderEvent } from './provider-event.ts';
import type { RunningPage } from './running-subscription.ts';

export type { Money } from '@hearth/contract';
export type { AmountParts, ChangePreview, NextTotal } from './amounts.ts';
export type { ProviderAccount } from './provider-account.ts';
export type { EventPage, EventQuestion, ProviderEvent } from './provider-event.ts';
export * from './provider-failure.ts';

/** Who pays and where; complete or not there at all. */
export interface BillingDetails {
  readonly name: string;
  readonly phone: string;
  readonly address: {
    readonly line1: string;
    readonly line2: string;
    readonly city: string;
    readonly state: string;
    readonly postalCode: string;
    /** ISO 3166-1 alpha-2, upper case. */
    readonly country: string;
  };
}

export interface Card {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  /** 1 to 12. */
  readonly expMonth: number;
  readonly expYear: number;
  readonly holder: string;
  /** The one that is charged next. */
  readonly isDefault: boolean;
}

/** A subscription as the provider has it now; always read whole, never patched together. */
export interface ProviderSubscription {
  readonly id: string;
  readonly customerId: string;
  /** In our words: `incomplete_expired` is canceled, `trialing` active, `paused` unpaid. */
  readonly status: SubscriptionStatus;
  /** One per item, in the order of the configuration's plan. */
  readonly priceIds: readonly string[];
  /** Charged per period: the unit amounts of its items times their quantities; null once it has ended. */
  readonly price: Money | null;
  /** Of the period that is paid or owed; both null once it has ended. */
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  /** When it ends by itself, as somebody has set at the provider; null where it goes on, and once it has ended. */
  readonly endsAt: Date | null;
  /** Finishes an authentication in the browser; null where none is asked for. */
  readonly clientSecret: string | null;
  /** Our id from the metadata; null for one that somebody else has made. */
  readonly subscriptionId: string | null;
  /** The card that is charged next: the subscription's own, else the customer's; null where there is none. */
  readonly card: Card | null;
  /** Null before the first one, and while it is one of 0. */
  readonly latestInvoice: ProviderInvoice | null;
}

export type RunningSubscription = RunningPage<ProviderSubscription>['subscriptions'][number];

/** A customer as the provider has it now. */
export interface ProviderCustomer {
  readonly id: string;
  /** Our id from the metadata; null for one that somebody else has made. */
  readonly subscriptionId: string | null;
  /** The customer's default card; null where there is none. */
  readonly card: Card | null;
  /** Minor units that the next invoice takes off; negative where it adds them, since they are owed. */
  readonly credit: number;
  /** Whether this installation has made it for certain. */
  readonly isOwn: boolean;
}

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

export interface ProviderInvoice {
  readonly id: string;
  /** Null while it is a draft. */
  readonly number: string | null;
  readonly createdAt: Date;
  readonly total: Money;
  /** Of the total, what neither credit nor a credit note before the payment takes off. */
  readonly due: Money;
  /** Of the total, what credit has paid. */
  readonly fromCredit: Money;
  /** Minor units that credit notes take off, before and after the payment. */
  readonly credited: number;
  /** Prices that it charges for; empty for one that an operator has made. */
  readonly priceIds: readonly string[];
  /** When the provider tries by itself again to collect it; null where it does not. */
  readonly retryAt: Date | null;
  /** One of InvoiceStatus, or a word that the provider has invented since. */
  readonly status: InvoiceStatus | (string & {});
}

/** How an attempt to take money ended. */
export type Charge =
  | { readonly outcome: 'paid'; readonly subscription: ProviderSubscription }
  /** The bank wants the person; the change waits, the client secret is for the browser. */
  | {
      readonly outcome: 'authentication-needed';
      readonly clientSecret: string;
      readonly subscription: ProviderSubscription;
    }
  /** Nothing was taken and nothing is left behind; the sentence is the provider's, for people. */
  | { readonly outcome: 'declined'; readonly message: string };

/** Names one step of an intent; the same key never does the same thing twice. */
export interface Keyed {
  /** Id of the intent, or of its step: `${intentId}-card`. */
  readonly key: string;
}

export interface NewProviderSubscription extends Keyed {
  readonly customerId: string;
  /** Ours; stands in the provider's metadata, so that a crash cannot orphan it. */
  readonly subscriptionId: string;
  /** Stands in the metadata too. */
  readonly intentId: string;
  readonly priceIds: readonly string[];
}

export interface KeptCard extends Keyed {
  readonly customerId: string;
  /** Ours: a declined customer is given to the account's next project. */
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
  readonly priceIds: readonly string[];
  /** Instant of the preview, from which the proration is reckoned. */
  readonly at: Date;
}

/** Where money is taken. Every call that changes something carries a key and can be repeated with it. */
export interface PaymentProvider {
  readonly name: 'stripe' | 'sandbox';
  /** For the browser; empty at the sandbox, which has no script of its own. */
  readonly publishableKey: string;

  readAccount(): Promise<ProviderAccount>;
  /** Compares the configured prices with the provider's. */
  checkPrices(prices: readonly ConfiguredPrice[]): Promise<PriceFaults>;

  /**
   * One customer per subscription, without a card and an address yet; answers its id. A key whose
   * customer was removed since makes another one.
   */
  createCustomer(
    customer: Keyed & { readonly subscriptionId: string; readonly email: string },
  ): Promise<string>;
  /** Undefined for one that was removed; one that this account never knew is ProviderUnknown, since its keys may be wrong. */
  readCustomer(customerId: string): Promise<ProviderCustomer | undefined>;
  updateCustomer(
    customer: Keyed & {
      readonly customerId: string;
      readonly email?: string;
      /** Null removes them. */
      readonly details?: BillingDetails | null;
    },
  ): Promise<void>;

  /** Of a subscription that never came to be; one that is gone already is fine. */
  removeCustomer(customer: Keyed & { readonly customerId: string }): Promise<void>;

  /** Oldest first; none of a customer who is gone. */
  listCards(customerId: string): Promise<readonly Card[]>;
  /**
   * Keeps the card, and writes the address, the e-mail and our id; answers the card's id.
   * Throws ProviderRefusal for a card that cannot be kept, and changes nothing.
   */
  keepCard(card: KeptCard): Promise<string>;
  /** What is charged next, not only what is shown. */
  setDefaultCard(
    card: Keyed & { readonly customerId: string; readonly cardId: string },
  ): Promise<void>;
  /** A card that is gone already is fine. */
  detachCard(card: Keyed & { readonly cardId: string }): Promise<void>;
  /** Client secret with which the browser adds a card. */
  createSetup(setup: Keyed & { readonly customerId: string }): Promise<string>;
  /** Secrets that are out and have not added a card yet add none any more. */
  cancelSetups(customer: Keyed & { readonly customerId: string }): Promise<void>;

  /** Charges the default card at once. A decline ends the provider's subscription and voids its invoice. */
  startSubscription(wanted: NewProviderSubscription): Promise<Charge>;
  /** By the intent in its metadata, also one that has ended; undefined where it was never made. */
  findSubscription(customerId: string, intentId: string): Promise<ProviderSubscription | undefined>;
  /** All of the customer that have not ended, newest first; none of one who is gone. */
  listSubscriptions(customerId: string): Promise<readonly ProviderSubscription[]>;
  /** A page of those of the whole account that have not ended, newest first. */
  listRunning(after?: string): Promise<RunningPage<ProviderSubscription>>;
  readSubscription(id: string): Promise<ProviderSubscription | undefined>;
  /** What the next renewal will charge; null where there is none. */
  readNextTotal(id: string): Promise<NextTotal | null>;
  /** Throws ChangeRefused, as the change itself does. */
  previewChange(change: PriceChange): Promise<ChangePreview>;
  /** Up: only when the payment succeeds. Down: at once, unused time becomes credit. */
  changePrices(change: PriceChange & Keyed): Promise<Charge>;
  /** Drops a plan change that waits for its payment, if there is one; what is owed stays. */
  giveUpChange(subscription: Keyed & { readonly id: string }): Promise<void>;
  /**
   * At once and without a refund. Of an open renewal the delivered part stays as an uncollectible debt;
   * drafts and other open invoices are voided. Answers it as it has ended; where the provider knows none it is ProviderUnknown.
   */
  endSubscription(subscription: Keyed & { readonly id: string }): Promise<ProviderSubscription>;
  /** Ends one that is incomplete, its invoice first; false where it has been paid meanwhile, and runs on. */
  giveUpSubscription(subscription: Keyed & { readonly id: string }): Promise<boolean>;
  /** Tries the open invoice again with the default card; undefined where nothing is owed. */
  payOpenInvoice(subscription: Keyed & { readonly id: string }): Promise<Charge | undefined>;

  /** Newest first, without those of 0; none where the provider knows no such customer. */
  listInvoices(customerId: string, limit: number): Promise<readonly ProviderInvoice[]>;
  /** How a paid invoice was paid. */
  readPayment(invoiceId: string): Promise<InvoicePayment>;
  /** Of each invoice that a card has paid, among the newest hundred. */
  listReturns(customerId: string): Promise<readonly InvoiceReturn[]>;
  /** Whose charge it is; undefined for one of nobody, and for one that this account does not know. */
  findChargeCustomer(chargeId: string): Promise<string | undefined>;
  /** The provider's page of the invoice, as of now; undefined for a draft, and where there is none. */
  readInvoiceLink(invoiceId: string): Promise<string | undefined>;

  /** Undefined for a message that is forged, stale or unsigned; `foreign` for one of another account or mode. */
  readWebhook(
    rawBody: Buffer,
    signature: string | undefined,
  ): ProviderEvent | 'foreign' | undefined;
  /** A page of what happened since, newest first, for whom no message reached. */
  listEvents(question: EventQuestion): Promise<EventPage>;
}

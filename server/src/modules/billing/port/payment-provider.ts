import type { SubscriptionStatus } from '@hearth/contract';

/** Amount in minor units (cents). */
export interface Money {
  readonly amount: number;
  /** ISO 4217 in lower case. */
  readonly currency: string;
}

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
  /** End of the period that is paid or owed; null once it has ended. */
  readonly periodEnd: Date | null;
  /** Of what the next renewal will charge, credit taken off; null where there is none. */
  readonly nextTotal: Money | null;
  /** Finishes an authentication in the browser; null where none is asked for. */
  readonly clientSecret: string | null;
}

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

export interface ProviderInvoice {
  readonly id: string;
  /** Null while it is a draft. */
  readonly number: string | null;
  readonly createdAt: Date;
  readonly total: Money;
  /** Of the total, what credit does not pay. */
  readonly due: Money;
  /** When the provider tries by itself again to collect it; null where it does not. */
  readonly retryAt: Date | null;
  /** One of InvoiceStatus, or a word that the provider has invented since. */
  readonly status: InvoiceStatus | (string & {});
  /** Page of the provider where it can be read, printed and paid; null while it is a draft. */
  readonly hostedUrl: string | null;
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

/** What a plan change would cost, to the cent, at one instant. */
export interface ChangePreview {
  readonly at: Date;
  /** Charged now; never negative. */
  readonly dueNow: Money;
  /** Credit that is kept for later invoices; never negative. */
  readonly credit: Money;
  /** Of the next renewal. */
  readonly next: Money;
  readonly nextAt: Date;
}

/** Something that happened at the provider; says what to read again, never what is true. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  /** Customer that it is about; null for events that are about none. */
  readonly customerId: string | null;
}

export interface EventQuestion {
  readonly since: Date;
  /** Id of the last event of the page before. */
  readonly after?: string;
}

export interface EventPage {
  readonly events: readonly ProviderEvent[];
  readonly hasMore: boolean;
}

/** One that may charge, as the list of all of them shows it. */
export interface RunningSubscription {
  readonly id: string;
  readonly customerId: string;
  /** Ours, from the metadata; null for what somebody else has made. */
  readonly subscriptionId: string | null;
}

export interface RunningPage {
  readonly subscriptions: readonly RunningSubscription[];
  readonly hasMore: boolean;
}

/** Names one step of an intent; the same key never does the same thing twice. */
export interface Keyed {
  /** Id of the intent, or of its step: `${intentId}-attach`. */
  readonly key: string;
}

export interface NewProviderSubscription extends Keyed {
  readonly customerId: string;
  /** Ours; stands in the provider's metadata, so that a crash cannot orphan it. */
  readonly subscriptionId: string;
  /** Stands in the metadata too. */
  readonly intentId: string;
  readonly priceIds: readonly string[];
  readonly cardId: string;
}

export interface PriceChange {
  readonly providerSubscriptionId: string;
  readonly priceIds: readonly string[];
  /** Instant of the preview, from which the proration is reckoned. */
  readonly at: Date;
}

/** The provider has not done what was asked, or nobody knows whether it has. */
export class ProviderFailure extends Error {}

/** The provider cannot be reached, is too slow or too busy; whether it acted is to be found out by reading. */
export class ProviderUnavailable extends ProviderFailure {}

/** The provider will never do it as it was asked: a fault of ours, or something that it knows no more. */
export class ProviderRejected extends ProviderFailure {}

/** The provider refuses in a sentence for people: a declined card, a card that may not be kept. */
export class ProviderRefusal extends Error {}

/** Where money is taken. Every call that changes something carries a key and can be repeated with it. */
export interface PaymentProvider {
  readonly name: 'stripe' | 'sandbox';
  /** For the browser; empty at the sandbox, which has no script of its own. */
  readonly publishableKey: string;

  /** What of the given prices is not as the configuration says, in sentences; none when all is well. */
  checkPrices(
    prices: readonly { readonly priceIds: readonly string[]; readonly total: Money }[],
  ): Promise<readonly string[]>;

  /** One customer per subscription. */
  createCustomer(
    customer: Keyed & {
      readonly subscriptionId: string;
      readonly email?: string;
      readonly details?: BillingDetails | null;
    },
  ): Promise<string>;
  /** By our id in its metadata; undefined where a crash came before it was made. */
  findCustomer(subscriptionId: string): Promise<string | undefined>;
  /** False for one that was removed; one that this account never knew is ProviderRejected, since its keys may be wrong. */
  hasCustomer(customerId: string): Promise<boolean>;
  updateCustomer(
    customer: Keyed & {
      readonly customerId: string;
      readonly email?: string;
      /** Null removes them. */
      readonly details?: BillingDetails | null;
    },
  ): Promise<void>;

  /** Minor units that the next invoice takes off; never negative. */
  readCredit(customerId: string): Promise<number>;

  /** Of a subscription that never came to be; one that is gone already is fine. */
  removeCustomer(customer: Keyed & { readonly customerId: string }): Promise<void>;

  /** Oldest first; none of a customer who is gone. */
  listCards(customerId: string): Promise<readonly Card[]>;
  /** Throws ProviderRefusal for a card that cannot be kept. The first card becomes the default. */
  attachCard(card: Keyed & { readonly customerId: string; readonly cardId: string }): Promise<Card>;
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

  /** Charges at once. A decline ends the provider's subscription and voids its invoice. */
  startSubscription(wanted: NewProviderSubscription): Promise<Charge>;
  /** By the intent in its metadata; undefined where it was never made. */
  findSubscription(customerId: string, intentId: string): Promise<ProviderSubscription | undefined>;
  /** All of the customer that have not ended, newest first; none of one who is gone. */
  listSubscriptions(customerId: string): Promise<readonly ProviderSubscription[]>;
  /** A page of those of the whole account that have not ended, newest first. */
  listRunning(after?: string): Promise<RunningPage>;
  readSubscription(id: string): Promise<ProviderSubscription | undefined>;
  /** Throws ChangeRefused, as the change itself does. */
  previewChange(change: PriceChange): Promise<ChangePreview>;
  /** Up: only when the payment succeeds. Down: at once, unused time becomes credit. */
  changePrices(change: PriceChange & Keyed): Promise<Charge>;
  /** Drops a plan change that waits for its payment, if there is one; what is owed stays. */
  giveUpChange(subscription: Keyed & { readonly id: string }): Promise<void>;
  /** At once and without a refund; open invoices are voided. One that has ended already is fine. */
  endSubscription(subscription: Keyed & { readonly id: string }): Promise<void>;
  /** Ends one that is incomplete, its invoice first; false where it has been paid meanwhile, and runs on. */
  giveUpSubscription(subscription: Keyed & { readonly id: string }): Promise<boolean>;
  /** Tries the open invoice again with the default card; undefined where nothing is owed. */
  payOpenInvoice(subscription: Keyed & { readonly id: string }): Promise<Charge | undefined>;

  /** Every invoice of the customer, newest first; none where the provider knows no such customer. */
  listInvoices(customerId: string): Promise<readonly ProviderInvoice[]>;

  /** Undefined for a message that is forged, stale or unsigned. */
  readWebhook(rawBody: Buffer, signature: string | undefined): ProviderEvent | undefined;
  /** A page of what happened since, newest first, for whom no message reached. */
  listEvents(question: EventQuestion): Promise<EventPage>;
}

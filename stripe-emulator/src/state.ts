import type Stripe from 'stripe';

/** A reference that may be expanded is stored as the id. */
type Reference<T> =
  string extends Extract<T, string>
    ? Extract<T, { id: string }> extends never
      ? Unexpanded<T>
      : Exclude<T, { id: string }>
    : Unexpanded<T>;

type Unexpanded<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Stripe.Decimal
    ? string
    : T extends (infer Item)[]
      ? Reference<Item>[]
      : { [Key in keyof T]: Reference<T[Key]> };

/** One of Stripe's objects as it is stored: plain JSON, other objects named by their ids. */
export type Stored<T> = { [Key in keyof T]: Reference<T[Key]> };

export type ById<T> = Record<string, T>;

/** Facts about a stored card that only the bank knows. */
export interface BankCard {
  number: string;
  /** The holder agreed to later charges, so that some cards are not asked for again. */
  isAuthenticated: boolean;
}

/** Facts that billing remembers beside the objects that it shows. */
export interface BillingMemory {
  /** By line of an invoice. */
  lineTerms: ById<LineTerms>;
  /** By subscription. */
  pendingUpdates: ById<PendingUpdate>;
  /** Paused subscriptions whose first invoice after the pause waits for its payment. */
  resumptions: ById<{ invoice: string; expiresAt: number }>;
  /** The end of the trial that was announced, by subscription. */
  announcedTrials: ById<number>;
}

export interface LineTerms {
  /** Amounts of an itemized proration; they do not change with the invoice. */
  fixedDiscounts: { discount: string; amount: number }[];
  taxRates: string[];
}

/** State of a subscription once an invoice is paid. */
export interface PendingUpdate {
  invoice: string;
  after: Partial<Stored<Stripe.Subscription>>;
  metadata: Stripe.SubscriptionUpdateParams['metadata'] | undefined;
}

/**
 * Everything that belongs to one customer, and what changes together. Before they are attached, payment methods and
 * intents live in a state without a customer.
 */
export interface CustomerState {
  owner: string;
  customer: Stored<Stripe.Customer> | Stored<Stripe.DeletedCustomer> | null;
  paymentMethods: ById<Stored<Stripe.PaymentMethod>>;
  setupIntents: ById<Stored<Stripe.SetupIntent>>;
  paymentIntents: ById<Stored<Stripe.PaymentIntent>>;
  charges: ById<Stored<Stripe.Charge>>;
  refunds: ById<Stored<Stripe.Refund>>;
  disputes: ById<Stored<Stripe.Dispute>>;
  taxIds: ById<Stored<Stripe.TaxId>>;
  balanceTransactions: ById<Stored<Stripe.CustomerBalanceTransaction>>;
  subscriptions: ById<Stored<Stripe.Subscription>>;
  schedules: ById<Stored<Stripe.SubscriptionSchedule>>;
  invoices: ById<Stored<Stripe.Invoice>>;
  invoiceItems: ById<Stored<Stripe.InvoiceItem>>;
  invoicePayments: ById<Stored<Stripe.InvoicePayment>>;
  creditNotes: ById<Stored<Stripe.CreditNote>>;
  discounts: ById<Stored<Stripe.Discount>>;
  bankCards: ById<BankCard>;
  billing: BillingMemory;
  /** Facts about an object that Stripe knows and does not show, by the object's id. */
  hidden: ById<Record<string, unknown>>;
}

/** Products, prices and the settings of the account. */
export interface Catalogue {
  account: Stored<Stripe.Account>;
  products: ById<Stored<Stripe.Product>>;
  prices: ById<Stored<Stripe.Price>>;
  coupons: ById<Stored<Stripe.Coupon>>;
  promotionCodes: ById<Stored<Stripe.PromotionCode>>;
  taxRates: ById<Stored<Stripe.TaxRate>>;
  webhookEndpoints: ById<Stored<Stripe.WebhookEndpoint>>;
  testClocks: ById<Stored<Stripe.TestHelpers.TestClock>>;
  settings: Settings;
  /** Seconds by which the account's clock is ahead of the clock that the emulator was given. */
  clockOffset: number;
}

/** The dashboard's settings for billing and tax. */
export interface Settings {
  afterLastRetry: 'cancel' | 'unpaid' | 'past_due';
  retryDays: number[];
  incompleteHours: number;
  draftMinutes: number;
  hasMinimumAmounts: boolean;
  listsOfUnknownAreMissing: boolean;
  taxIdSeconds: number;
  tax: {
    seller: string;
    /** Countries or `US-NY`; undefined means everywhere. */
    registrations?: string[];
    defaultBehavior?: 'exclusive' | 'inclusive';
  };
}

export function emptyState(owner: string): CustomerState {
  return {
    owner,
    customer: null,
    paymentMethods: {},
    setupIntents: {},
    paymentIntents: {},
    charges: {},
    refunds: {},
    disputes: {},
    taxIds: {},
    balanceTransactions: {},
    subscriptions: {},
    schedules: {},
    invoices: {},
    invoiceItems: {},
    invoicePayments: {},
    creditNotes: {},
    discounts: {},
    bankCards: {},
    billing: { lineTerms: {}, pendingUpdates: {}, resumptions: {}, announcedTrials: {} },
    hidden: {},
  };
}

const defaultSettings: Settings = {
  afterLastRetry: 'cancel',
  retryDays: [3, 5, 7],
  incompleteHours: 23,
  draftMinutes: 60,
  hasMinimumAmounts: true,
  listsOfUnknownAreMissing: false,
  taxIdSeconds: 0,
  tax: { seller: 'US' },
};

/** Begins the id of each emulated account. */
export const accountPrefix = 'acct_1Emulator';

export function emptyCatalogue(id = accountPrefix): Catalogue {
  return {
    account: {
      id,
      object: 'account',
      business_profile: null,
      business_type: null,
      charges_enabled: true,
      country: 'US',
      default_currency: 'usd',
      details_submitted: true,
      email: null,
      payouts_enabled: true,
      settings: null,
      type: 'standard',
    },
    products: {},
    prices: {},
    coupons: {},
    promotionCodes: {},
    taxRates: {},
    webhookEndpoints: {},
    testClocks: {},
    settings: structuredClone(defaultSettings),
    clockOffset: 0,
  };
}

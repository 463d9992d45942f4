import type {
  Frequency,
  HearthConfig,
  Money,
  Promotion,
  SubscriptionStatus,
  TaxId,
} from '@hearth/contract';
import type { CostLine, InvoiceParts } from './amounts.ts';
import type { PriceItem } from './price-item.ts';

/** A card that the provider keeps for a customer. */
export interface Card {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  /** 1 to 12. */
  readonly expMonth: number;
  readonly expYear: number;
  readonly holder: string;
  /** Whether it is charged next. */
  readonly isDefault: boolean;
}

/** Details that not each payer has. A client that leaves one out keeps it; an empty one removes it. */
export interface OptionalDetails {
  /** Company that invoices are addressed to. */
  readonly company?: string;
  /** Number of the customer's own that invoices show. */
  readonly purchaseOrder?: string;
  readonly taxId?: TaxId | null;
}

/** Each optional detail as it is removed. What keeps or removes them goes through this list, so that none is forgotten. */
export const withoutOptional: Required<OptionalDetails> = {
  company: '',
  purchaseOrder: '',
  taxId: null,
};

/** Whom invoices are addressed to: name, phone and address, and what a business adds. Complete if there are any. */
export interface BillingDetails extends OptionalDetails {
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

/** One tax of an invoice, in minor units. */
export interface InvoiceTax {
  readonly amount: number;
  /** Minor units that it is computed of. */
  readonly taxable: number;
  /** Null where the provider names none. */
  readonly rateId: string | null;
  /** Whether the buyer accounts for it, so that it is 0. */
  readonly isReverseCharge: boolean;
}

type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

/** One line of an invoice; its amount is below zero if it credits time that a change gave up. */
interface InvoiceLine {
  /** Minor units without discount and tax. */
  readonly amount: number;
  /** Minor units before discounts, and with tax that is part of the price. */
  readonly gross: number;
  /** Null for a line that an operator wrote by hand. */
  readonly priceId: string | null;
  readonly quantity: number | null;
  readonly from: Date;
  readonly to: Date;
}

/** An invoice as the provider has it now. */
export interface ProviderInvoice extends InvoiceParts {
  readonly id: string;
  /** Null for an invoice that an operator wrote by hand. */
  readonly providerSubscriptionId: string | null;
  /**
   * Whether nobody is asked to pay it: a draft that the provider does not collect by itself, such as one of time without
   * access, or a void invoice of a purchase or plan change that did not happen.
   */
  readonly isHidden: boolean;
  /** Null while it is a draft. */
  readonly number: string | null;
  readonly createdAt: Date;
  readonly total: Money;
  /** Part of the total that is left to pay after credit, and after credit notes before the payment. */
  readonly due: Money;
  /** Part of the total that credit has paid. */
  readonly fromCredit: Money;
  /** Minor units of an earlier debt that it collects too; below zero, what is too little to charge and is left to the next invoice. */
  readonly carried?: number;
  /** Minor units that time which an operator gave takes off, as the last discount; below zero if such time is given up. Absent if there is none. */
  readonly given?: number;
  /** Minor units that credit notes take off, before and after the payment. */
  readonly credited: number;
  /** Taxes that make `tax`, one for each rate. */
  readonly taxes: readonly InvoiceTax[];
  /** When it was paid; null where it was not, and where the provider does not say. */
  readonly paidAt: Date | null;
  /** Its first lines; all of them, but for an invoice of an unusual number. */
  readonly lines: readonly InvoiceLine[];
  /** Those lines as they are shown, which make the subtotal. */
  readonly charges: readonly CostLine[];
  /** Provider's ids of the prices that it charges for; empty for an invoice that an operator wrote by hand. */
  readonly prices: readonly string[];
  /** End of the time that it charges for; null where it charges for none. */
  readonly paidUntil: Date | null;
  /** When the provider tries to collect it again; null where it does not. */
  readonly retryAt: Date | null;
  /** One of InvoiceStatus, or a newer status of the provider. */
  readonly status: InvoiceStatus | (string & {});
}

/** Something that happened at the provider. Its content is never trusted: it only says which customer to read again. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  /** The event's customer; null where it names none. */
  readonly customerId: string | null;
  /** Charge of a refund or a dispute, which names no customer. */
  readonly chargeId?: string | null;
  /** Our subscription, where the metadata of a customer or a subscription names it. */
  readonly subscriptionId?: string | null;
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

/** Whether money may have gone back to the payer, which an invoice itself does not show. */
export function isAboutReturns({ type }: Pick<ProviderEvent, 'type'>): boolean {
  return /^(refund|charge\.(refunded|refund|dispute)|credit_note)(\.|$)/.test(type);
}

/** A promotion code that can be redeemed. Either `percentOff` or `amountOff` is set. */
export interface PromotionCode {
  /** The provider's id. */
  readonly id: string;
  /** Code as the provider writes it. */
  readonly code: string;
  readonly percentOff: number | null;
  readonly amountOff: Money | null;
  readonly duration: Promotion['duration'];
  /** Months from the purchase; null unless `repeating`. */
  readonly months: number | null;
  /** Whether it is for payers who have paid nothing before. The provider cannot know: each project has a customer of its own. */
  readonly isFirstPurchaseOnly: boolean;
}

/** One price of a plan, as the configuration has it. */
export interface ConfiguredPrice {
  readonly priceIds: readonly string[];
  /** Period of which it is charged once: the provider's interval, with a count of 1. */
  readonly frequency: Frequency;
  /** ISO 4217 in lower case. */
  readonly currency: string;
  /** Null for a retired price, which has to exist with this frequency and currency only. */
  readonly total: Money | null;
  /** Whether tax is added to the total or is part of it; undefined where no tax is computed. */
  readonly tax?: HearthConfig['plans'][number]['prices'][number]['tax'] | undefined;
}

/** Differences from the configuration, in sentences; empty lists where there is none. */
export interface PriceFaults {
  /** Faults of the whole account: its keys. */
  readonly account: readonly string[];
  /** One list for each given price, in their order. */
  readonly prices: readonly (readonly string[])[];
}

/** One payment of a subscription that owes collects these invoices and no others. Every shown sum comes from here. */
export interface Debt extends Pick<ProviderInvoice, 'retryAt'> {
  /** Oldest first; never empty. */
  readonly invoiceIds: readonly string[];
  readonly total: Money;
}

/** A subscription as the provider has it now; always read whole. */
export interface ProviderSubscription extends TrialState {
  /** Until when renewals cost nothing because an operator gave that time; null if none was given. */
  readonly freeUntil: Date | null;
  readonly id: string;
  readonly customerId: string;
  /** Our status for the provider's: `incomplete_expired` is canceled, `trialing` active, `paused` unpaid. */
  readonly status: SubscriptionStatus;
  /** One per item, in the order of the configuration's plan. */
  readonly items: readonly PriceItem[];
  /** Charged per period: the unit amounts of its items times their quantities; null once it has ended. */
  readonly price: Money | null;
  /** Period that is paid or owed; both null once the subscription has ended. */
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  /** When it ends by itself; null where no end is set, and once the subscription has ended. */
  readonly endsAt: Date | null;
  /** Plan change that takes effect by itself when the period ends; null where none does, and once it has ended. */
  readonly scheduled: ScheduledPrices | null;
  /** Set where the provider computes taxes for its renewals. */
  readonly isTaxed?: true;
  /** Set where its renewals are charged without the tax that they should have, because the place is not known. */
  readonly isTaxStopped?: true;
  /** Set while nobody collects its next renewal: it is unpaid, or somebody has paused its payments in the provider's dashboard. */
  readonly isPaused?: true;
  /** Lets the browser confirm a payment at the bank; null where no confirmation is needed. */
  readonly clientSecret: string | null;
  /** Our id from the metadata; null for an object that somebody else created. */
  readonly subscriptionId: string | null;
  /** The card that is charged next: the subscription's own, else the customer's; null where there is none. */
  readonly card: Card | null;
  /** Null before the first invoice, and while the latest one is of 0. */
  readonly latestInvoice: ProviderInvoice | null;
  /** The debt that a payment collects; null unless it is past due or unpaid, and undefined where it was not read. */
  readonly debt?: Debt | null;
}

export type RunningSubscription = RunningPage<ProviderSubscription>['subscriptions'][number];

/** A customer as the provider has it now. */
export interface ProviderCustomer {
  readonly id: string;
  /** Our id from the metadata; null for an object that somebody else created. */
  readonly subscriptionId: string | null;
  /** The customer's default card; null where there is none. */
  readonly card: Card | null;
  /** Balance in minor units: credit that lowers the next invoice, or, below zero, a debt that raises it. */
  readonly credit: number;
  /** ISO 4217 in lower case: currency of the credit or the debt; null while it is 0. */
  readonly creditCurrency: string | null;
  /** Whether the metadata names this installation as its maker. */
  readonly isOwn: boolean;
}

/** Prices that the provider charges from the next period on, without being asked again. */
export interface ScheduledPrices {
  readonly items: readonly PriceItem[];
  /** When they take effect. */
  readonly at: Date;
}

export interface TrialState {
  /** When its running trial ends, which is the end of the period then; null outside a trial. */
  readonly trialEnd: Date | null;
  /** Whether it began with a trial. */
  readonly hadTrial: boolean;
}

/** A page of the subscriptions that have not ended. A list does not show whether a bank asks for confirmation. */
export interface RunningPage<Subscription> {
  readonly subscriptions: readonly (Subscription & {
    /** Whether another installation created it. */
    readonly isElsewhere: boolean;
  })[];
  readonly hasMore: boolean;
}

/** Account of the provider that the keys belong to. */
export interface ProviderAccount {
  /** Null where the key may not read it. */
  readonly id: string | null;
  readonly mode: 'live' | 'test';
}

/** An address at which the provider is set to deliver its events. */
export interface WebhookEndpoint {
  readonly url: string;
  readonly isEnabled: boolean;
  /** Version in which its events are written; null where it is the account's own. */
  readonly apiVersion: string | null;
  /** Version that we read. */
  readonly neededVersion: string;
  /** Types of events that we need and that are not delivered there. */
  readonly missingTypes: readonly string[];
}

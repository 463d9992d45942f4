import type {
  Frequency,
  HearthConfig,
  Money,
  Promotion,
  SubscriptionStatus,
  TaxId,
} from '@hearth/contract';
import { type InvoiceParts, isSameMoney } from './amounts.ts';
import type { CostLine } from './cost-line.ts';
import type { InvoiceTax } from './invoice-tax.ts';
import { addMonths } from './period.ts';
import { SumChanged } from './provider-failure.ts';

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

/** Whether a discount that begins with the purchase also lowers an invoice at the later instant. */
export function lowersInvoiceAt(
  { duration, months }: Pick<PromotionCode, 'duration' | 'months'>,
  { boughtAt, at }: { readonly boughtAt: Date; readonly at: Date },
): boolean {
  return (
    duration === 'forever' || (duration === 'repeating' && at < endOfDiscount(boughtAt, months))
  );
}

/** Whether it lowers the first charge, which is at that instant: after a trial its months may be over. */
export function lowersFirstCharge(
  promotion: Pick<PromotionCode, 'duration' | 'months'>,
  question: { readonly boughtAt: Date; readonly at: Date },
): boolean {
  return promotion.duration === 'once' || lowersInvoiceAt(promotion, question);
}

/** End of a repeating discount: months are counted from the purchase, whatever the periods are. */
export function endOfDiscount(boughtAt: Date, months: number | null): Date {
  return addMonths(boughtAt, months ?? 0);
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

type Collected = Pick<ProviderInvoice, 'id' | 'due' | 'retryAt' | 'status'>;

/** Sums the invoices, oldest first. A customer has one currency. Null where nothing is left to pay. */
export function toDebt(invoices: readonly Collected[]): Debt | null {
  const owed = invoices.filter(({ due }) => due.amount > 0);
  const [first] = owed;
  if (!first) {
    return null;
  }
  // A draft is not tried before somebody pays it.
  const tried = owed.findLast(({ status }) => status === 'open');
  return {
    invoiceIds: owed.map(({ id }) => id),
    total: {
      amount: owed.reduce((sum, { due }) => sum + due.amount, 0),
      currency: first.due.currency,
    },
    retryAt: tried?.retryAt ?? null,
  };
}

/** Throws SumChanged where the payer was shown another sum. */
export function requireShown(shown: Money | undefined, debt: Debt | null): void {
  if (shown && debt && !isSameMoney(shown, debt.total)) {
    throw new SumChanged('The debt is not the sum that was shown.');
  }
}

/** Whether the subscription runs with an unpaid invoice, which can be paid at any time. */
export function owes({ status }: { readonly status: SubscriptionStatus }): boolean {
  return status === 'past_due' || status === 'unpaid';
}

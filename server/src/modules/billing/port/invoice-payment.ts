/** How an invoice was paid. */
export interface InvoicePayment {
  /** Null where no card was charged. */
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** Marked as paid by hand: the provider took no money. */
  readonly isOutside: boolean;
}

/** A dispute that is `won` or was only an inquiry leaves the money here. */
export type DisputeState = 'open' | 'won' | 'lost';

/** Refund or dispute of a paid invoice, in minor units. */
export interface InvoiceReturn {
  readonly invoiceId: string;
  /** Cash that went back: refunds of the charge, those of credit notes included, and what these gave back elsewhere. */
  readonly refunded: number;
  /** Part of the invoice's credit notes that went back as cash, and is in `refunded` already. */
  readonly creditedAsCash?: number;
  readonly disputed: number;
  /** Null where there is no dispute. */
  readonly dispute: DisputeState | null;
}

/** Money of an invoice that cards paid, and what of it went back. Minor units. */
export interface InvoiceRefunds {
  /** 0 where credit paid all of it, or it was marked as paid by hand. */
  readonly charged: number;
  /** Part of `charged` that went back, refunds of the provider's dashboard included. */
  readonly refunded: number;
  /** Intents that asked for refunds, those that the bank sent back included. */
  readonly intentIds: readonly string[];
}

/** Outcome of one request for a refund, all its tries together. */
export interface Refund {
  /** Minor units that went back; less than was asked for only where there is an obstacle. */
  readonly given: number;
  /** Sentence for the operator about what did not go back; null where all did. */
  readonly obstacle: string | null;
}

/** Sentences for the operator about what keeps a payment from being refunded. */
export const refundObstacles = {
  noCard: 'No card was charged for this invoice, so there is nothing to send back.',
  tooMuch: 'Less than that is left to refund.',
  disputed: "The payer's bank disputes this payment, so it cannot be refunded.",
  sentBack: 'The bank did not take the refund.',
} as const;

export interface WantedDocument {
  readonly invoiceId: string;
  /** The provider's page, its PDF, or the receipt for the card that paid. */
  readonly document: 'page' | 'pdf' | 'receipt';
}

export interface RefundRequest {
  /** Names this step of the intent; the same key never does the same thing twice. */
  readonly key: string;
  readonly invoiceId: string;
  /** Written at the provider, so that a repeated request finds what it has done. */
  readonly intentId: string;
  /** Minor units, more than 0. */
  readonly amount: number;
}

/** Calls of the payment provider about the payment of an invoice, and its documents. */
export interface InvoiceCalls {
  /** How a paid invoice was paid. */
  readPayment(invoiceId: string): Promise<InvoicePayment>;
  /** Amounts of an invoice that cards paid, and that went back. */
  readRefunds(invoiceId: string): Promise<InvoiceRefunds>;
  /**
   * Gives a part of a paid invoice back to the cards that paid it; all or nothing where that is known
   * before. The same intent never gives more than its amount, however often and how late it asks.
   */
  refundInvoice(refund: RefundRequest): Promise<Refund>;
  /** Refunds and disputes of the invoices that a card paid, among the newest hundred. */
  listReturns(customerId: string): Promise<readonly InvoiceReturn[]>;
  /** Customer of the charge; undefined where it has none, or this account does not have the charge. */
  findChargeCustomer(chargeId: string): Promise<string | undefined>;
  /** Current address of a document of the invoice; undefined for a draft, and where there is none. */
  readInvoiceLink(wanted: WantedDocument): Promise<string | undefined>;
}

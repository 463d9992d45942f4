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
  /** Refunds of the charge, those of credit notes included. */
  readonly refunded: number;
  readonly disputed: number;
  /** Null where there is no dispute. */
  readonly dispute: DisputeState | null;
}

/** How an invoice was paid. */
export interface InvoicePayment {
  /** Null where no card was charged. */
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** Somebody has marked it as paid; the provider took no money. */
  readonly isOutside: boolean;
}

/** A dispute that is `won` or was only an inquiry leaves the money here. */
export type DisputeState = 'open' | 'won' | 'lost';

/** Money of a paid invoice that went back to the payer, or that their bank asks back. Minor units. */
export interface InvoiceReturn {
  readonly invoiceId: string;
  /** Of the charge, so the refunds of credit notes are part of it. */
  readonly refunded: number;
  readonly disputed: number;
  /** Null where there is no dispute. */
  readonly dispute: DisputeState | null;
}

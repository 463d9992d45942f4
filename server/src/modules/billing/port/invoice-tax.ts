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

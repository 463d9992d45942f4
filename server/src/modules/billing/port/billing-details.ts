import type { TaxId } from '@hearth/contract';

/** Name, phone and address of the payer; complete where there are any. */
export interface BillingDetails {
  readonly name: string;
  /** Company that invoices are addressed to. Absent or empty, like the two below, where there is none. */
  readonly company?: string;
  /** Number of the customer's own that invoices show. */
  readonly purchaseOrder?: string;
  readonly taxId?: TaxId | null;
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

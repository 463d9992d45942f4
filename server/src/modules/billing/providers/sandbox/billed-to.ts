import type { BillingDetails } from '../../port/payment-provider.ts';
import type { TaxId } from '../../port/taxes.ts';

/** The payer as an invoice names them, whatever changes later. */
export interface BilledTo {
  readonly email: string;
  readonly details: BillingDetails | null;
  /** Absent without one, and on invoices of an earlier version. */
  readonly taxId?: string;
}

interface Payer extends Omit<BilledTo, 'taxId'> {
  readonly taxId: TaxId | null;
}

export function toBilledTo({ email, details, taxId }: Payer): BilledTo {
  return { email, details, ...(taxId && { taxId: taxId.value }) };
}

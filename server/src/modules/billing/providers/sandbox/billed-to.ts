import type { BillingDetails } from '../../port/payment-provider.ts';
import type { SandboxCustomer } from './ledger.ts';

/** The payer as an invoice names them, whatever changes later. */
export interface BilledTo {
  readonly email: string;
  readonly details: BillingDetails | null;
  /** Absent without one, and on invoices of an earlier version. */
  readonly taxId?: string;
}

export function toBilledTo({ email, details, taxId }: SandboxCustomer): BilledTo {
  return { email, details, ...(taxId && { taxId: taxId.value }) };
}

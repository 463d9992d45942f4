import type { Money } from '@hearth/contract';
import type { InvoiceParts } from './amounts.ts';

type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

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
  /** Minor units that credit notes take off, before and after the payment. */
  readonly credited: number;
  /** Prices that it charges for; empty for an invoice that an operator wrote by hand. */
  readonly priceIds: readonly string[];
  /** End of the time that it charges for; null where it charges for none. */
  readonly paidUntil: Date | null;
  /** When the provider tries to collect it again; null where it does not. */
  readonly retryAt: Date | null;
  /** One of InvoiceStatus, or a newer status of the provider. */
  readonly status: InvoiceStatus | (string & {});
}

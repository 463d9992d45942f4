import type { Money } from '@hearth/contract';
import { isSameMoney } from './amounts.ts';
import { SumChanged } from './change-refused.ts';
import type { ProviderInvoice } from './provider-invoice.ts';

/** What one payment collects of a subscription that owes. Every shown sum comes from here, and the payment collects no other invoices. */
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

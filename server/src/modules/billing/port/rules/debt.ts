import type { Money, SubscriptionStatus } from '@hearth/contract';
import { isSameMoney } from '../amounts.ts';
import { SumChanged } from '../provider-failure.ts';
import type { Debt, ProviderInvoice } from '../provider-objects.ts';

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

import { owes } from '../port/owes.ts';
import type { Money, ProviderInvoice } from '../port/payment-provider.ts';
import type { OwedMoney } from '../records/billing-account-row-store.ts';
import type { Snapshot } from './snapshot.ts';

export function listOwed(invoices: readonly ProviderInvoice[]): readonly ProviderInvoice[] {
  return invoices.filter(({ status, due }) => status === 'open' && due.amount > 0);
}

/** Sums all open invoices, which the next card is charged. A customer has one currency. */
export function sumOwed(invoices: readonly ProviderInvoice[]): Money | null {
  const owed = listOwed(invoices);
  const [newest] = owed;
  const amount = owed.reduce((sum, { due }) => sum + due.amount, 0);
  return newest ? { amount, currency: newest.due.currency } : null;
}

/** Null where nothing is owed; undefined where the snapshot does not have all invoices, so that the row stays. */
export function findOwed({
  charged,
  invoices,
  isWhole,
}: Pick<Snapshot, 'charged' | 'invoices' | 'isWhole'>): OwedMoney | null | undefined {
  if (!charged || !owes(charged)) {
    return null;
  }
  const [newest] = listOwed(invoices);
  const total = sumOwed(invoices);
  const { retryAt = null, lastTryAt = null } = newest ?? {};
  return isWhole ? total && { total, retryAt, lastTryAt } : undefined;
}

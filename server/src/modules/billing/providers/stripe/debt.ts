import type Stripe from 'stripe';
import type { Debt } from '../../port/provider-objects.ts';
import { owes, toDebt } from '../../port/rules/debt.ts';
import type { Connection } from './connection.ts';
import { listOpenInvoices, toShownInvoice } from './invoices.ts';
import { latestInvoiceOf, toStatus, waitingInvoiceOf } from './subscription.ts';

export async function readDebt(
  connection: Connection,
  subscription: Stripe.Subscription,
): Promise<Debt | null> {
  return toStripeDebt(await listOwed(connection, subscription));
}

export function toStripeDebt(owed: readonly Stripe.Invoice[]): Debt | null {
  return toDebt(owed.flatMap((invoice) => toShownInvoice(invoice) ?? []));
}

/**
 * Lists what a payment collects, oldest first: the newest draft of an unpaid subscription too, since it becomes
 * active only once that is paid. Nothing of an active one, which is shown no debt.
 */
export async function listOwed(
  connection: Connection,
  subscription: Stripe.Subscription,
): Promise<readonly Stripe.Invoice[]> {
  const status = toStatus(subscription);
  if (status !== 'incomplete' && !owes({ status })) {
    return [];
  }
  const latest = latestInvoiceOf(subscription);
  const waiting = waitingInvoiceOf(subscription);
  const open = await listOpenInvoices(connection, subscription.id);
  const owed = open.filter(({ id }) => id !== waiting?.id);
  return status === 'unpaid' && latest?.status === 'draft' ? [...owed, latest] : owed;
}

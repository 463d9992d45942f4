import type { Money } from '@hearth/contract';
import { refuse, refuseIf } from '../../../platform/refusal.ts';
import type { PayingContext } from '../port/billing-services.ts';
import { asRefusals } from '../port/require-payments.ts';
import type { RequestOf } from '../records/intent.ts';
import { findNewestIntent } from '../records/intent-store.ts';
import { findNamedInvoices } from '../records/invoice-store.ts';

interface RefundRequest {
  readonly subscriptionId: string;
  /** Provider's id. */
  readonly invoiceId: string;
  /** Minor units; undefined for all that is left. */
  readonly amount: number | undefined;
}

interface Prepared {
  readonly request: RequestOf<'refund'>;
  /** Money that goes back. */
  readonly worth: Money;
  /** Number of the project's newest change of money when the provider was read. */
  readonly newest: string | undefined;
}

/** Asks the provider what of the invoice is left, and answers the refund; refuses what cannot go back. */
export async function prepareRefund(
  { subscriptionId, invoiceId, amount }: RefundRequest,
  { db, payments }: Pick<PayingContext, 'db' | 'payments'>,
): Promise<Prepared> {
  const named = await findNamedInvoices(db, invoiceId);
  const invoice = named.find(
    (one) => one.id === invoiceId && one.subscriptionId === subscriptionId,
  );
  if (invoice?.status !== 'paid' || invoice.isPaidOutside) {
    return refuse('operator/not-refundable');
  }
  const newest = (await findNewestIntent(db, subscriptionId))?.number;
  const { charged, refunded } = await asRefusals(() => payments.readRefunds(invoiceId));
  const left = charged - refunded;
  refuseIf(left <= 0, 'operator/not-refundable');
  refuseIf(amount !== undefined && amount > left, 'operator/refund-too-much');
  const worth = { amount: amount ?? left, currency: invoice.currency };
  return { request: { kind: 'refund', invoiceId, amount: worth.amount }, worth, newest };
}

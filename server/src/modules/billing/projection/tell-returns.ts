import type { Transaction } from '../../../platform/transaction.ts';
import type { Subscription } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type { ChangedInvoice } from './difference.ts';
import { recordDecision } from './follow-status.ts';
import { invoiceLink } from './invoice-link.ts';
import type { Snapshot } from './snapshot.ts';
import { tellOwner } from './tell-owner.ts';
import { isReceipt } from './tell-receipt.ts';

interface Returning {
  readonly subscription: Subscription;
  readonly invoice: ChangedInvoice;
  readonly snapshot: Snapshot;
}

/**
 * Tells the owner of a refund and of a credit note, and the operator of a dispute. Neither changes
 * plan or status. A row of an earlier version learns its amounts in silence.
 */
export async function tellReturns(
  tx: Transaction,
  returning: Returning,
  context: PayingContext,
): Promise<void> {
  const { subscription, invoice } = returning;
  const { before, now } = invoice;
  const refunded = growthOf(before, now, 'refunded');
  const credited = growthOf(before, now, 'credited');
  if (refunded > 0) {
    await tellReturn(tx, { ...returning, kind: 'refund', amount: refunded }, context);
    await recordDecision(tx, { subscription, action: 'billing.payment-refunded' }, context);
  }
  if (refunded < 0) {
    await tellReturn(tx, { ...returning, kind: 'refund-failed', amount: -refunded }, context);
  }
  // What a credit note gives back to the card was told as a refund.
  if (credited > Math.max(0, refunded) && isTold(invoice)) {
    await tellReturn(tx, { ...returning, kind: 'credit-note', amount: credited }, context);
  }
  if (now.dispute !== (before?.dispute ?? null)) {
    await reportDispute(tx, returning, context);
  }
  if (refunded > 0 || now.dispute === 'open') {
    warnOfChange(returning, context);
  }
}

function growthOf(
  before: ChangedInvoice['before'],
  now: ChangedInvoice['now'],
  field: 'refunded' | 'credited',
): number {
  const earlier = before ? before[field] : 0;
  return earlier === null ? 0 : (now[field] ?? 0) - earlier;
}

/** The end of a subscription takes its undelivered part off, and has a mail of its own. */
function isTold(invoice: ChangedInvoice): boolean {
  const { status } = invoice.now;
  return !isReceipt(invoice) && (status === 'open' || status === 'paid');
}

interface Return extends Returning {
  readonly kind: 'refund' | 'refund-failed' | 'credit-note';
  /** Minor units, since it was told last. */
  readonly amount: number;
}

async function tellReturn(
  tx: Transaction,
  { subscription, invoice, kind, amount }: Return,
  context: PayingContext,
): Promise<void> {
  const { id, number, total } = invoice.now;
  const more = { kind, number, amount: { ...total, amount } };
  const link = invoiceLink(subscription.id, id, context.site);
  const content = (about: About) => ({ ...about, ...more, link });
  await tellOwner(tx, { subscription, page: '/billing', content }, context);
}

type About = Parameters<Parameters<typeof tellOwner>[1]['content']>[0];

/** There is no operator's address, so the log tells; the project's activity keeps it. */
async function reportDispute(
  tx: Transaction,
  { subscription, invoice }: Returning,
  context: PayingContext,
): Promise<void> {
  const { id, disputed, dispute, total } = invoice.now;
  const isOpen = dispute === 'open';
  const details = {
    subscription: subscription.id,
    invoice: id,
    amount: disputed,
    currency: total.currency,
    state: dispute,
  };
  context.log.error(details, isOpen ? 'payment disputed' : 'payment dispute closed');
  const action = isOpen ? 'billing.payment-disputed' : 'billing.dispute-closed';
  await recordDecision(tx, { subscription, action }, context);
}

/**
 * A plan change of the seconds before may have credited time whose money went back, which nobody
 * knew here. Nothing is taken back by itself: a person decides.
 */
function warnOfChange(
  { subscription, invoice, snapshot }: Returning,
  { log }: PayingContext,
): void {
  const { id, createdAt } = invoice.now;
  const start = snapshot.charged?.periodStart;
  const isPresent = start && createdAt >= start;
  const later = snapshot.invoices.find((one) => one.createdAt > createdAt);
  if (isPresent && later) {
    const details = { subscription: subscription.id, invoice: id, laterInvoice: later.id };
    log.error(details, 'payment returned after plan change');
  }
}

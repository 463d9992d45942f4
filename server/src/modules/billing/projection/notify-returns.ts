import type { Transaction } from '../../../platform/transaction.ts';
import { mailOperators } from '../../identity/index.ts';
import type { AboutMoney } from '../../mail/index.ts';
import type { Subscription } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type { ChangedInvoice } from './difference.ts';
import { recordDecision } from './follow-status.ts';
import { invoiceLink } from './invoice-link.ts';
import { notifyOwner } from './notify-owner.ts';
import { isReceipt } from './notify-receipt.ts';
import type { Snapshot } from './snapshot.ts';

interface Returning {
  readonly subscription: Subscription;
  readonly invoice: ChangedInvoice;
  readonly snapshot: Snapshot;
}

/**
 * Notifies the owner of refunds and credit notes, and the operator of disputes and failed refunds.
 * None of them changes plan or status. Amounts that an earlier version did not store are written
 * without a mail.
 */
export async function notifyReturns(
  tx: Transaction,
  returning: Returning,
  context: PayingContext,
): Promise<void> {
  const { subscription, invoice } = returning;
  const { before, now } = invoice;
  const refunded = growthOf(before, now, 'refunded');
  const credited = growthOf(before, now, 'credited');
  if (refunded > 0) {
    await notifyReturn(tx, { ...returning, kind: 'refund', amount: refunded }, context);
    const details = toReturnDetails(invoice, refunded);
    const action = 'billing.payment-refunded';
    await recordDecision(tx, { subscription, action, details }, context);
  }
  if (refunded < 0) {
    await notifyReturn(tx, { ...returning, kind: 'refund-failed', amount: -refunded }, context);
    reportFailedRefund(returning, -refunded, context);
  }
  // A credit note that goes back to the card was mailed as a refund.
  if (credited > Math.max(0, refunded) && isNotified(invoice)) {
    await notifyReturn(tx, { ...returning, kind: 'credit-note', amount: credited }, context);
  }
  if (now.dispute !== (before?.dispute ?? null)) {
    await reportDispute(tx, returning, context);
  }
  if (refunded > 0 || now.dispute === 'open') {
    warnOfPlanChange(returning, context);
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

/** A credit note for undelivered time has no mail: the end of the subscription is mailed itself. */
function isNotified(invoice: ChangedInvoice): boolean {
  const { status } = invoice.now;
  return !isReceipt(invoice) && (status === 'open' || status === 'paid');
}

interface Return extends Returning {
  readonly kind: 'refund' | 'refund-failed' | 'credit-note';
  /** Minor units since the last mail. */
  readonly amount: number;
}

async function notifyReturn(
  tx: Transaction,
  { subscription, invoice, kind, amount }: Return,
  context: PayingContext,
): Promise<void> {
  const { id, number, total } = invoice.now;
  const more = { kind, number, amount: { ...total, amount } };
  const link = invoiceLink(subscription.id, id, context.site);
  const content = (about: AboutMoney) => ({ ...about, ...more, link });
  await notifyOwner(tx, { subscription, page: '/billing', content }, context);
}

/** Tells the operator, who has to answer a new dispute at the provider, and records it in the activity. */
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
  if (isOpen) {
    await mailDispute(tx, { subscription, invoice }, context);
  }
  const action = isOpen ? 'billing.payment-disputed' : 'billing.dispute-closed';
  await recordDecision(
    tx,
    { subscription, action, details: toReturnDetails(invoice, disputed) },
    context,
  );
}

function mailDispute(
  tx: Transaction,
  { subscription, invoice }: Pick<Returning, 'subscription' | 'invoice'>,
  context: PayingContext,
): Promise<void> {
  const { number, disputed, total } = invoice.now;
  const amount = { ...total, amount: disputed };
  const about = { subscriptionId: subscription.id, number, amount };
  return mailOperators(tx, (name) => ({ kind: 'payment-disputed', name, ...about }), context);
}

/** Logs a refund that the bank sent back: its payer has to get the money another way. */
function reportFailedRefund(
  { subscription, invoice }: Returning,
  amount: number,
  { log }: PayingContext,
): void {
  const { id, total } = invoice.now;
  const details = { subscription: subscription.id, invoice: id, amount, currency: total.currency };
  log.error(details, 'refund failed');
}

/** Amount of the invoice that went back or is asked back; no card is named. */
function toReturnDetails({ now: { number, total } }: ChangedInvoice, amount: number) {
  return { payment: { amount: { ...total, amount }, invoice_number: number } };
}

/**
 * Warns that a plan change just before may have credited time whose money went back. Nothing is
 * corrected automatically: a person decides.
 */
function warnOfPlanChange(
  { subscription, invoice, snapshot }: Returning,
  { log }: PayingContext,
): void {
  const { id, createdAt, paidUntil } = invoice.now;
  const start = snapshot.charged?.periodStart;
  const isPresent = start && (createdAt >= start || (paidUntil !== null && paidUntil > start));
  const later = snapshot.invoices.find((one) => one.createdAt > createdAt);
  if (isPresent && later) {
    const details = { subscription: subscription.id, invoice: id, laterInvoice: later.id };
    log.error(details, 'payment returned after plan change');
  }
}

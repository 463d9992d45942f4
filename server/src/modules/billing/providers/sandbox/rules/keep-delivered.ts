import { computeUndelivered } from '../../../port/undelivered.ts';
import { type Ledger, recordEvent, type SandboxInvoice } from '../ledger.ts';

/**
 * Turns the delivered part of a renewal into an uncollectible debt, after credit has paid for it. The
 * rest of the credit is restored. False where nothing was delivered.
 */
export function keepDelivered(ledger: Ledger, invoice: SandboxInvoice): boolean {
  const delivered = invoice.reason === 'cycle' ? findDelivered(ledger, invoice) : 0;
  if (delivered === 0) {
    return false;
  }
  const creditUsed = Math.min(invoice.creditUsed, delivered);
  const amountDue = delivered - creditUsed;
  const isCovered = amountDue === 0;
  ledger.customer.credit += invoice.creditUsed - creditUsed;
  if (delivered < invoice.total) {
    recordEvent(ledger, 'credit_note.created');
  }
  Object.assign(invoice, {
    status: isCovered ? 'paid' : 'uncollectible',
    paidAt: isCovered ? ledger.at : null,
    creditUsed,
    credited: invoice.total - delivered,
    amountDue,
    nextAttemptAt: null,
    waitingCardId: null,
  });
  recordEvent(ledger, isCovered ? 'invoice.paid' : 'invoice.marked_uncollectible');
  return true;
}

function findDelivered({ at }: Ledger, { total, currency, lines }: SandboxInvoice): number {
  const timed = lines.map(({ amount, from, to }) => ({
    amount,
    start: toSeconds(new Date(from)),
    end: toSeconds(new Date(to)),
  }));
  return total - computeUndelivered({ total, currency, lines: timed, endedAt: toSeconds(at) });
}

const toSeconds = (instant: Date) => Math.floor(instant.getTime() / 1_000);

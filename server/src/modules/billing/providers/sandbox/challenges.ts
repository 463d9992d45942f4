import type { ChallengeOutcome } from '../../port/sandbox-browser.ts';
import { dropPendingChange, settlePaid } from './invoices.ts';
import { type Ledger, recordEvent, requireSubscription, type SandboxInvoice } from './ledger.ts';

/** The person's answer to the bank's question about an invoice. */
export function answerForInvoice(
  ledger: Ledger,
  invoice: SandboxInvoice,
  success: boolean,
): ChallengeOutcome {
  const card = ledger.cards.find(({ id }) => id === invoice.waitingCardId);
  if (invoice.status !== 'open' || !card) {
    return 'nothing-asked';
  }
  if (success) {
    card.authenticated = true;
    settlePaid(ledger, invoice, card);
    return 'succeeded';
  }
  invoice.waitingCardId = null;
  recordEvent(ledger, 'invoice.payment_failed');
  if (invoice.reason === 'update') {
    dropPendingChange(ledger, requireSubscription(ledger, invoice.subscriptionId));
  }
  return 'failed';
}

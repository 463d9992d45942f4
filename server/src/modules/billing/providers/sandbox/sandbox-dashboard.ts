import type { Transaction } from '../../../../platform/transaction.ts';
import type { DisputeState } from '../../port/invoice-payment.ts';
import { ProviderRejected } from '../../port/payment-provider.ts';
import { type Ledger, recordEvent, type SandboxInvoice } from './ledger.ts';
import { changeLedger, type Sandbox } from './sandbox-work.ts';
import { findInvoiceRow, setReturned } from './stores/invoice-row-store.ts';
import { inTransaction } from './stores/sandbox-store.ts';

/** Actions on a paid invoice that Stripe has in its dashboard. Amounts in minor units. */
export interface SandboxDashboard {
  /** A negative amount is a refund that the bank returned. */
  refund(invoiceId: string, amount: number): Promise<void>;
  /** The amount becomes credit of the customer. */
  createCreditNote(invoiceId: string, amount: number): Promise<void>;
  /** Opens or closes a dispute about the whole payment. */
  dispute(invoiceId: string, state: DisputeState): Promise<void>;
}

export function dashboardCalls(sandbox: Sandbox): SandboxDashboard {
  return {
    refund: (id, amount) =>
      changeInvoice(sandbox, id, (invoice, ledger) => {
        recordEvent(ledger, amount < 0 ? 'refund.failed' : 'charge.refunded');
        return { refunded: invoice.refunded + amount };
      }),

    createCreditNote: (id, amount) =>
      changeInvoice(sandbox, id, (invoice, ledger) => {
        ledger.customer.credit += amount;
        recordEvent(ledger, 'credit_note.created');
        return { credited: invoice.credited + amount };
      }),

    dispute: (id, state) =>
      changeInvoice(sandbox, id, (invoice, ledger) => {
        recordEvent(ledger, state === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed');
        return { disputed: invoice.amountDue, dispute: state };
      }),
  };
}

function changeInvoice(
  sandbox: Sandbox,
  id: string,
  change: (invoice: SandboxInvoice, ledger: Ledger) => Partial<SandboxInvoice>,
): Promise<void> {
  const at = sandbox.clock.now();
  return inTransaction(sandbox, async (tx) => {
    const { customerId } = await getPaidInvoice(tx, id);
    const changed = await changeLedger({ tx, sandbox, customerId, at }, async (ledger) => {
      // Read again, because another change may have held the ledger's lock.
      const invoice = await getPaidInvoice(tx, id);
      return { ...invoice, ...change(invoice, ledger) };
    });
    await setReturned(tx, changed);
  });
}

/** Throws for an invoice that is unknown or not paid. */
export async function getPaidInvoice(tx: Transaction, id: string): Promise<SandboxInvoice> {
  const invoice = await findInvoiceRow(tx, id);
  if (invoice?.status !== 'paid') {
    throw new ProviderRejected(`The sandbox has no paid invoice ${id}.`);
  }
  return invoice;
}

import type { Database, Transaction } from '../../../../platform/transaction.ts';
import {
  type InvoiceRefunds,
  type Refund,
  type RefundRequest,
  refundObstacles,
} from '../../port/invoice-payment.ts';
import type { PaymentProvider } from '../../port/payment-provider.ts';
import { newId, recordEvent, type SandboxInvoice } from './ledger.ts';
import { getPaidInvoice } from './sandbox-dashboard.ts';
import { changeLedger, type Sandbox, withIdempotencyKey } from './sandbox-work.ts';
import { findInvoiceRow, setReturned } from './stores/invoice-row-store.ts';
import { runQuery, tables } from './stores/sandbox-store.ts';

type RefundCalls = Pick<PaymentProvider, 'readRefunds' | 'refundInvoice'>;

/** Refunds as Stripe makes them: to the card that paid, and never more than it paid. */
export function refundCalls(sandbox: Sandbox): RefundCalls {
  return {
    readRefunds: (invoiceId) => runQuery(() => readRefunds(sandbox.db, invoiceId)),
    refundInvoice: (input) =>
      withIdempotencyKey(sandbox, { name: 'refundInvoice', input }, (tx) =>
        refund(tx, input, sandbox),
      ),
  };
}

async function readRefunds(db: Database, invoiceId: string): Promise<InvoiceRefunds> {
  const invoice = await findInvoiceRow(db, invoiceId);
  const { charged, refunded } = invoice ? moneyOf(invoice) : { charged: 0, refunded: 0 };
  const made = await listRefunds(db, invoiceId);
  return { charged, refunded, intentIds: made.map(({ intentId }) => intentId) };
}

async function refund(
  tx: Transaction,
  { invoiceId, intentId, amount }: RefundRequest,
  sandbox: Sandbox,
): Promise<Refund> {
  const at = sandbox.clock.now();
  const { customerId } = await getPaidInvoice(tx, invoiceId);
  return await changeLedger({ tx, sandbox, customerId, at }, async (ledger) => {
    const made = await listRefunds(tx, invoiceId);
    const earlier = made.find((one) => one.intentId === intentId);
    if (earlier) {
      return { given: earlier.amount, obstacle: null };
    }
    const invoice = await getPaidInvoice(tx, invoiceId);
    const obstacle = findObstacle(invoice, amount);
    if (obstacle !== null) {
      return { given: 0, obstacle };
    }
    const row = { id: newId('re'), invoiceId, intentId, amount, createdAt: at };
    await tables(tx).insertInto('sandbox.refunds').values(row).execute();
    await setReturned(tx, { ...invoice, refunded: invoice.refunded + amount });
    recordEvent(ledger, 'charge.refunded');
    return { given: amount, obstacle: null };
  });
}

function listRefunds(db: Database, invoiceId: string) {
  return tables(db)
    .selectFrom('sandbox.refunds')
    .select(['intentId', 'amount'])
    .where('invoiceId', '=', invoiceId)
    .execute();
}

function findObstacle(invoice: SandboxInvoice, amount: number): string | null {
  const { charged, refunded } = moneyOf(invoice);
  if (charged === 0) {
    return refundObstacles.noCard;
  }
  if (invoice.dispute === 'open' || invoice.dispute === 'lost') {
    return refundObstacles.disputed;
  }
  return amount > charged - refunded ? refundObstacles.tooMuch : null;
}

/** An invoice that credit paid names no card. */
function moneyOf({ paidCard, amountDue, refunded }: SandboxInvoice) {
  return { charged: paidCard ? amountDue : 0, refunded };
}

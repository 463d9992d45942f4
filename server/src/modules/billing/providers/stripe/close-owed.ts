import type Stripe from 'stripe';
import { computeUndelivered } from '../../port/rules/undelivered.ts';
import type { Connection } from './connection.ts';
import {
  creditedAmountOf,
  findPayment,
  requireDecided,
  unlessMoved,
  voidInvoice,
} from './invoices.ts';

/** One page is enough: Stripe finalizes a draft within days, and the end leaves no older invoice open. */
const newestLookedAt = 100;

interface Closing {
  readonly key: string;
  readonly invoice: Stripe.Invoice;
  readonly undelivered: number;
}

/**
 * Closes the invoices of an ended subscription. Delivered time stays in the books as a debt, the rest
 * is credited or voided. False where no invoice was open.
 */
export async function closeOwed(
  connection: Connection,
  { key, subscription }: { readonly key: string; readonly subscription: Stripe.Subscription },
): Promise<boolean> {
  const { data } = await connection.stripe.invoices.list({
    subscription: subscription.id,
    limit: newestLookedAt,
  });
  const unsettled = data.filter((invoice) => invoice.status === 'open' || willBeCharged(invoice));
  for (const listed of unsettled.reverse()) {
    const invoice = willBeCharged(listed) ? await finalize(connection, key, listed) : listed;
    if (invoice.status === 'open') {
      await close(connection, {
        key,
        invoice,
        undelivered: findUndelivered(invoice, subscription),
      });
    }
  }
  return unsettled.length > 0;
}

/** Stripe finalizes and charges a renewal's draft even after its subscription was canceled. */
function willBeCharged({ status, auto_advance, total }: Stripe.Invoice): boolean {
  return status === 'draft' && auto_advance !== false && total > 0;
}

async function finalize(
  connection: Connection,
  key: string,
  { id }: Stripe.Invoice,
): Promise<Stripe.Invoice> {
  const { invoices } = connection.stripe;
  const finalized = await unlessMoved(connection, { id, from: 'draft' }, () =>
    invoices.finalizeInvoice(
      id,
      { auto_advance: false },
      { idempotencyKey: `${key}-finalize-${id}` },
    ),
  );
  return finalized ?? (await invoices.retrieve(id));
}

/** Computes the undelivered part. Only a renewal that was open before the end has delivered time. */
function findUndelivered(
  { billing_reason, status_transitions, lines, total, currency }: Stripe.Invoice,
  { ended_at }: Stripe.Subscription,
): number {
  const endedAt = ended_at ?? 0;
  const wasDraft = (status_transitions.finalized_at ?? 0) >= endedAt;
  return billing_reason !== 'subscription_cycle' || wasDraft
    ? total
    : computeUndelivered({
        total,
        currency,
        lines: lines.data.map(({ amount, period }) => ({ amount, ...period })),
        endedAt,
      });
}

async function close(connection: Connection, closing: Closing): Promise<void> {
  const { key, invoice, undelivered } = closing;
  const { id, total, amount_remaining } = invoice;
  // Stripe voids no invoice that has a credit note.
  if (undelivered >= total && creditedAmountOf(invoice) === 0) {
    return voidInvoice(connection, { key, id });
  }
  // The bank may still pay it, and a credit note would then give money back that was never taken.
  requireDecided(await findPayment(connection, id));
  const credited = undelivered > 0 ? await creditOnce(connection, closing) : 0;
  // Stripe marks an invoice as paid once a credit note leaves nothing to pay.
  if (credited < amount_remaining) {
    await unlessMoved(connection, { id, from: 'open' }, () =>
      connection.stripe.invoices.markUncollectible(
        id,
        {},
        { idempotencyKey: `${key}-uncollectible-${id}` },
      ),
    );
  }
}

/** Credits the undelivered part, unless an earlier call did; answers the amount. Stripe may have forgotten its key. */
async function creditOnce(
  connection: Connection,
  { key, invoice, undelivered }: Closing,
): Promise<number> {
  const { id, total, amount_remaining } = invoice;
  const notes = await listCreditNotes(connection, invoice);
  if (notes.some(({ metadata }) => metadata?.closes === id)) {
    return 0;
  }
  const before = notes.reduce((sum, note) => sum + note.amount, 0);
  const amount = Math.min(undelivered, total - before);
  // Credit that had paid for the invoice goes back to the customer's balance.
  const used = Math.max(0, amount - amount_remaining);
  const note = {
    invoice: id,
    amount,
    ...(used > 0 && { credit_amount: used }),
    email_type: 'none',
    metadata: { closes: id },
  };
  await unlessMoved(connection, { id, from: 'open' }, () =>
    connection.stripe.creditNotes.create(note, { idempotencyKey: `${key}-credit-${id}` }),
  );
  return amount;
}

/** Lists the invoice's credit notes, and asks Stripe only where the invoice shows that there are some. */
async function listCreditNotes(
  { stripe }: Connection,
  invoice: Stripe.Invoice,
): Promise<readonly Stripe.CreditNote[]> {
  if (creditedAmountOf(invoice) === 0) {
    return [];
  }
  const { data } = await stripe.creditNotes.list({ invoice: invoice.id, limit: 100 });
  return data.filter(({ status }) => status === 'issued');
}

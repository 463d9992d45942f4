import type Stripe from 'stripe';
import type { DisputeState, InvoicePayment, InvoiceReturn } from '../../port/invoice-payment.ts';
import { toDefaultCard, toId } from './card.ts';
import type { Connection } from './connection.ts';
import { isMissing } from './stripe-errors.ts';

/** Number of invoices and charges that are read; older payments are hardly ever refunded. */
const newestLookedAt = 100;

/** Reads the card of the successful payment; an invoice without one was paid outside of Stripe. */
export async function readPayment(
  { stripe }: Connection,
  invoiceId: string,
): Promise<InvoicePayment> {
  const { data } = await stripe.invoicePayments.list({
    invoice: invoiceId,
    expand: ['data.payment.payment_intent.payment_method'],
  });
  const intents = data.flatMap(({ payment: { payment_intent } }) =>
    typeof payment_intent === 'object' ? [payment_intent] : [],
  );
  const paid = intents.find(({ status }) => status === 'succeeded');
  const card = toDefaultCard(paid?.payment_method ?? null);
  return { card: card && { brand: card.brand, last4: card.last4 }, isOutside: !paid };
}

/** Finds the charges of invoices, by the payment intent that both name. */
export async function listReturns(
  connection: Connection,
  customerId: string,
): Promise<readonly InvoiceReturn[]> {
  const { stripe } = connection;
  const newest = { customer: customerId, limit: newestLookedAt };
  const [invoices, charges] = await Promise.all([
    listUnlessMissing(stripe.invoices.list({ ...newest, expand: ['data.payments'] })),
    listUnlessMissing(stripe.charges.list(newest)),
  ]);
  const hasNotes = invoices.some(
    ({ post_payment_credit_notes_amount }) => post_payment_credit_notes_amount > 0,
  );
  const notes = hasNotes ? await listUnlessMissing(stripe.creditNotes.list(newest)) : [];
  const returns: InvoiceReturn[] = [];
  for (const { id, payments } of invoices) {
    const ids = (payments?.data ?? []).map(({ payment }) => toId(payment.payment_intent ?? null));
    const own = charges.filter(
      ({ paid, payment_intent }) => paid && ids.includes(toId(payment_intent)),
    );
    const cash = sumCash(notes.filter(({ invoice }) => toId(invoice) === id));
    if (own.length > 0 || cash.elsewhere > 0) {
      const { refunded, ...returned } = await toReturn(connection, own);
      const back = { ...returned, refunded: refunded + cash.elsewhere };
      const asCash = cash.toCards + cash.elsewhere;
      returns.push({ invoiceId: id, ...back, ...(asCash > 0 && { creditedAsCash: asCash }) });
    }
  }
  return returns;
}

/** Sums the cash that credit notes gave back: by refunds, which charges name too, and outside Stripe, which only the note says. */
function sumCash(notes: readonly Stripe.CreditNote[]) {
  const issued = notes.filter(({ status }) => status === 'issued');
  const refunds = issued.flatMap((note) => note.refunds);
  return {
    toCards: refunds.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
    elsewhere: issued.reduce((sum, { out_of_band_amount }) => sum + (out_of_band_amount ?? 0), 0),
  };
}

async function toReturn(connection: Connection, charges: readonly Stripe.Charge[]) {
  const disputed = charges.find((charge) => charge.disputed);
  const dispute = disputed && (await findDispute(connection, disputed));
  return {
    refunded: charges.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
    disputed: dispute?.amount ?? 0,
    dispute: dispute ? toState(dispute) : null,
  };
}

async function findDispute(
  { stripe }: Connection,
  { id }: Stripe.Charge,
): Promise<Stripe.Dispute | undefined> {
  const { data } = await stripe.disputes.list({ charge: id, limit: 1 });
  return data[0];
}

/** Converts the status; one that is newer than this version counts as open. */
function toState({ status }: Stripe.Dispute): DisputeState {
  if (status === 'lost') {
    return 'lost';
  }
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open';
}

export async function findChargeCustomer(
  { stripe }: Connection,
  chargeId: string,
): Promise<string | undefined> {
  try {
    return toId((await stripe.charges.retrieve(chargeId)).customer);
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}

/** Answers an empty list for a customer that was deleted at Stripe. */
async function listUnlessMissing<Item>(page: Promise<{ data: Item[] }>): Promise<Item[]> {
  try {
    return (await page).data;
  } catch (error) {
    if (isMissing(error)) {
      return [];
    }
    throw error;
  }
}

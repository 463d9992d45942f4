import type Stripe from 'stripe';
import { toInvoiceParts } from '../../port/amounts.ts';
import {
  type InvoiceParts,
  PaymentProcessing,
  type ProviderInvoice,
} from '../../port/payment-provider.ts';
import { toId } from './card.ts';
import type { Connection } from './connection.ts';
import { splitDiscounts } from './discounts.ts';
import { chargesOf, partsOf, priceOf, sum, taxesOf } from './invoice-parts.ts';
import { isInvalidRequest, isMissing, isRepeated } from './stripe-errors.ts';

/** Stripe's largest page. */
const largestPage = 100;

export async function listInvoices(
  { stripe }: Connection,
  { customerId, limit }: { readonly customerId: string; readonly limit: number },
): Promise<readonly ProviderInvoice[]> {
  const shown: ProviderInvoice[] = [];
  try {
    // Invoices of 0 are dropped, so more are requested, until fewer than `limit` means that there are no others.
    const asked = Math.min(2 * limit, largestPage);
    const pages = stripe.invoices.list({
      customer: customerId,
      limit: asked,
      expand: ['data.discounts'],
    });
    for await (const invoice of pages) {
      const one = toShownInvoice(invoice);
      if (one && shown.push(one) === limit) {
        break;
      }
    }
    return shown;
  } catch (error) {
    if (isMissing(error)) {
      // The customer was deleted at Stripe.
      return [];
    }
    throw error;
  }
}

/** Oldest first. */
export async function listOpenInvoices(
  { stripe }: Connection,
  subscriptionId: string,
): Promise<readonly Stripe.Invoice[]> {
  const open: Stripe.Invoice[] = [];
  const pages = stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: 100 });
  for await (const invoice of pages) {
    open.unshift(invoice);
  }
  return open;
}

/** Voids an invoice, unless it was paid or voided meanwhile. Throws PaymentProcessing while its bank decides. */
export async function voidInvoice(
  connection: Connection,
  { key, id }: { readonly key: string; readonly id: string },
): Promise<void> {
  const send = (idempotencyKey: string) =>
    unlessMoved(connection, { id, from: 'open' }, () =>
      connection.stripe.invoices.voidInvoice(id, {}, { idempotencyKey }),
    );
  try {
    await send(`${key}-void-${id}`);
  } catch (error) {
    if (isInvalidRequest(error)) {
      requireDecided(await findPayment(connection, id));
    }
    if (!isRepeated(error)) {
      throw error;
    }
    // Stripe repeats what it answered to this key while the bank was deciding.
    await send(`${key}-void-${id}-again`);
  }
}

/** Makes a step with an invoice; undefined where Stripe refuses it because the invoice's status has changed. */
export async function unlessMoved<Result>(
  { stripe }: Connection,
  { id, from }: { readonly id: string; readonly from: 'draft' | 'open' },
  step: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await step();
  } catch (error) {
    if (!isInvalidRequest(error) || (await stripe.invoices.retrieve(id)).status === from) {
      throw error;
    }
    return undefined;
  }
}

/** Amount of credit notes, before and after a payment. */
export function creditedAmountOf(invoice: Stripe.Invoice): number {
  return invoice.pre_payment_credit_notes_amount + invoice.post_payment_credit_notes_amount;
}

/** Finds the payment of the invoice; none where there is nothing to pay. */
export async function findPayment(
  { stripe }: Connection,
  invoiceId: string,
): Promise<Stripe.PaymentIntent | undefined> {
  const { data } = await stripe.invoicePayments.list({
    invoice: invoiceId,
    expand: ['data.payment.payment_intent.payment_method'],
  });
  const { payment } = data.find(({ is_default }) => is_default) ?? {};
  return typeof payment?.payment_intent === 'object' ? payment.payment_intent : undefined;
}

/** Whether the bank waits for the payer. A payment with a removed card can no longer be confirmed. */
export function asksForPerson(payment: Stripe.PaymentIntent | undefined): boolean {
  return payment?.status === 'requires_action' && isWithCard(payment);
}

/** Whether the payment can only succeed with another card. */
export function hasFailed(payment: Stripe.PaymentIntent | undefined): boolean {
  return (
    payment?.status === 'requires_payment_method' ||
    (payment?.status === 'requires_action' && !isWithCard(payment))
  );
}

/** Whether the payment still has its card: Stripe keeps asking for confirmation after the card was detached. */
function isWithCard({ payment_method }: Stripe.PaymentIntent): boolean {
  return typeof payment_method === 'object' && Boolean(payment_method?.customer);
}

/** Whether the bank takes its time: the payment succeeds or fails later, and cannot be replaced meanwhile. */
export function isProcessing(payment: Stripe.PaymentIntent | undefined): boolean {
  return payment?.status === 'processing';
}

export function requireDecided(payment: Stripe.PaymentIntent | undefined): void {
  if (isProcessing(payment)) {
    throw new PaymentProcessing('The bank has not decided on the payment yet.');
  }
}

export const declined = 'Your card was declined.';

/** Reason for a failed payment, for people. */
export function sentenceOf(payment: Stripe.PaymentIntent | undefined): string {
  return payment?.last_payment_error?.message ?? declined;
}

/** Null for an invoice of 0, such as a week of a free plan, which is not shown unless an operator gave its time. */
export function toShownInvoice(invoice: Stripe.Invoice): ProviderInvoice | null {
  const given = sum(splitDiscounts(invoice, invoice.total_discount_amounts).given);
  if (invoice.total === 0 && given === 0) {
    return null;
  }
  return {
    id: invoice.id,
    providerSubscriptionId:
      toId(invoice.parent?.subscription_details?.subscription ?? null) ?? null,
    isHidden: isHidden(invoice),
    number: invoice.number,
    createdAt: new Date(invoice.created * 1_000),
    total: { amount: invoice.total, currency: invoice.currency },
    ...writtenPartsOf(invoice),
    taxes: taxesOf(invoice),
    due: { amount: invoice.amount_due, currency: invoice.currency },
    fromCredit: { amount: creditUsedOf(invoice), currency: invoice.currency },
    ...carriedOf(invoice),
    ...(given !== 0 && { given }),
    credited: creditedAmountOf(invoice),
    paidAt: toDate(invoice.status_transitions.paid_at),
    lines: invoice.lines.data.map((line) => toLine(invoice, line)),
    charges: chargesOf(invoice),
    prices: chargedPricesOf(invoice),
    paidUntil: paidUntilOf(invoice),
    retryAt: toDate(invoice.next_payment_attempt),
    status: invoice.status ?? 'draft',
  };
}

/** Stripe voids the invoice of a purchase or plan change that was not paid; a void renewal was to be paid before. */
function isHidden({ status, auto_advance, billing_reason }: Stripe.Invoice): boolean {
  return status === 'void'
    ? billing_reason === 'subscription_create' || billing_reason === 'subscription_update'
    : status === 'draft' && auto_advance === false;
}

/** Taxes are known once Stripe has computed them, or an operator has added them by hand. */
function writtenPartsOf(invoice: Stripe.Invoice): InvoiceParts {
  const parts = partsOf(invoice);
  const { automatic_tax, total_taxes } = invoice;
  const isTaxed = automatic_tax.status === 'complete' || (total_taxes ?? []).length > 0;
  return toInvoiceParts({ ...parts, tax: isTaxed ? parts.tax : null });
}

/** A balance below zero is credit, and one above it is a debt. It has no end before the invoice is final. */
function creditUsedOf({
  total,
  pre_payment_credit_notes_amount,
  amount_due,
  starting_balance,
  ending_balance,
}: Stripe.Invoice): number {
  return ending_balance === null
    ? Math.max(0, total - pre_payment_credit_notes_amount - amount_due)
    : Math.max(0, Math.min(0, ending_balance) - Math.min(0, starting_balance));
}

/** A sum that is too little to charge becomes a debt, which the next invoice collects. */
function carriedOf({ starting_balance, ending_balance }: Stripe.Invoice): { carried?: number } {
  const left = Math.max(0, ending_balance ?? 0) - Math.max(0, starting_balance);
  return ending_balance === null || left === 0 ? {} : { carried: -left };
}

const toDate = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1_000));

/** Stripe's amount is before discounts, and with the tax where that is included. */
function toLine(
  invoice: Stripe.Invoice,
  line: Stripe.InvoiceLineItem,
): ProviderInvoice['lines'][number] {
  const { amount, discount_amounts, taxes, pricing, quantity, period } = line;
  const included = (taxes ?? []).filter(({ tax_behavior }) => tax_behavior === 'inclusive');
  return {
    amount: amount - sum(splitDiscounts(invoice, discount_amounts).others) - sum(included),
    gross: amount,
    priceId: priceOf(pricing) || null,
    quantity,
    from: new Date(period.start * 1_000),
    to: new Date(period.end * 1_000),
  };
}

/** Lists each price once. Lines with a credit are of the previous plan. */
function chargedPricesOf({ lines }: Stripe.Invoice): readonly string[] {
  const ids = lines.data.flatMap(({ amount, pricing }) => (amount > 0 ? [priceOf(pricing)] : []));
  return [...new Set(ids.filter((id) => id !== ''))];
}

/** Lines with a credit are of time that is given up. */
function paidUntilOf({ lines }: Stripe.Invoice): Date | null {
  const ends = lines.data.flatMap(({ amount, period }) => (amount > 0 ? [period.end] : []));
  return ends.length > 0 ? new Date(Math.max(...ends) * 1_000) : null;
}

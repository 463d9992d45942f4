import type Stripe from 'stripe';
import type { ProviderInvoice } from '../../port/payment-provider.ts';
import type { Connection } from './connection.ts';
import { isInvalidRequest, isMissing } from './stripe-errors.ts';

export async function listInvoices(
  { stripe }: Connection,
  customerId: string,
): Promise<readonly ProviderInvoice[]> {
  const invoices: ProviderInvoice[] = [];
  try {
    for await (const invoice of stripe.invoices.list({ customer: customerId, limit: 100 })) {
      invoices.push(toInvoice(invoice));
    }
  } catch (error) {
    if (!isMissing(error)) {
      throw error;
    }
    // The customer has been deleted there.
  }
  return invoices;
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

/** One that somebody has paid or voided meanwhile is left as it is. */
export async function voidInvoice(
  { stripe }: Connection,
  { key, id }: { readonly key: string; readonly id: string },
): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(id, {}, { idempotencyKey: `${key}-void-${id}` });
  } catch (error) {
    const isStillOpen =
      !isInvalidRequest(error) || (await stripe.invoices.retrieve(id)).status === 'open';
    if (isStillOpen) {
      throw error;
    }
  }
}

/** The payment that settles the invoice; none where there is nothing to pay. */
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

/** The bank waits for an answer; of a card that is gone nobody may give it. */
export function asksForPerson(payment: Stripe.PaymentIntent | undefined): boolean {
  return payment?.status === 'requires_action' && isWithCard(payment);
}

/** Nothing comes of it any more without another card. */
export function hasFailed(payment: Stripe.PaymentIntent | undefined): boolean {
  return (
    payment?.status === 'requires_payment_method' ||
    (payment?.status === 'requires_action' && !isWithCard(payment))
  );
}

/** Stripe goes on asking for a card that has been detached. */
function isWithCard({ payment_method }: Stripe.PaymentIntent): boolean {
  return typeof payment_method === 'object' && Boolean(payment_method?.customer);
}

/** Why a payment failed, for people. */
export function sentenceOf(payment: Stripe.PaymentIntent | undefined): string {
  return payment?.last_payment_error?.message ?? 'Your card was declined.';
}

function toInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  return {
    id: invoice.id,
    number: invoice.number,
    createdAt: new Date(invoice.created * 1_000),
    total: { amount: invoice.total, currency: invoice.currency },
    due: { amount: invoice.amount_due, currency: invoice.currency },
    retryAt: invoice.next_payment_attempt ? new Date(invoice.next_payment_attempt * 1_000) : null,
    status: invoice.status ?? 'draft',
    hostedUrl: invoice.hosted_invoice_url ?? null,
  };
}

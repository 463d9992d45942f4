import type { BookedInvoice, BookedSubscription, Books } from './books.ts';
import { hasEnded, readState, type StripeObject } from './stripe-dashboard.ts';
import { subscriptionOf } from './stripe-outside.ts';

/** All that the stand-in has, for one of the installations that share it. */
export async function readStandIn(url: string, installation: string): Promise<Books> {
  const all = await readState(url);
  const events = (await (await fetch(`${url}/_control/events`)).json()) as {
    id: string;
    created: number;
  }[];
  const of = (kind: string) => all.filter(({ object, deleted }) => object === kind && !deleted);
  const isHere = ({ metadata }: StripeObject) =>
    (metadata.installation ?? installation) === installation;
  const cards = new Map(of('payment_method').map(({ id, card }) => [id, card?.last4 ?? null]));
  // A first payment that is confirmed makes its card the subscription's own, before the customer's.
  const ownCards = new Map(
    of('subscription')
      .filter((one) => !hasEnded(one) && one.metadata.subscriptionId)
      .map(({ customer, default_payment_method }) => [customer, default_payment_method]),
  );
  const taken = readTaken(of);
  const credited = readCredited(of);
  return {
    customers: of('customer')
      .filter(isHere)
      .map(({ id, metadata, invoice_settings, balance }) => ({
        id,
        reference: metadata.subscriptionId ?? '',
        card: cards.get(ownCards.get(id) ?? invoice_settings.default_payment_method ?? '') ?? null,
        credit: 0 - balance,
      })),
    subscriptions: of('subscription').filter(isHere).map(toSubscription),
    invoices: of('invoice').map((invoice) => ({
      ...toInvoice(invoice),
      takenBackAt: taken.get(invoice.id) ?? null,
      creditedAt: credited.get(invoice.id) ?? null,
    })),
    events: events.map(({ id, created }) => ({ id, createdAt: toDate(created) })),
  };
}

const toDate = (seconds: number) => new Date(seconds * 1_000);

/** When the money of an invoice first went back. */
function readTaken(of: (kind: string) => StripeObject[]): Map<string, Date> {
  const charges = new Map(of('charge').map((charge) => [charge.id, charge.payment_intent]));
  const invoices = new Map(
    of('invoice_payment').map(({ invoice, payment }) => [payment.payment_intent, invoice]),
  );
  const invoiceOf = (charge: string) => invoices.get(charges.get(charge) ?? '') ?? '';
  const back = [
    ...of('refund')
      .filter(({ status }) => status === 'succeeded')
      .map(({ charge, created }) => ({ invoice: invoiceOf(charge), created })),
    ...of('dispute')
      .filter(({ status }) => status !== 'won')
      .map(({ charge, created }) => ({ invoice: invoiceOf(charge), created })),
  ];
  return firstOf(back);
}

const readCredited = (of: (kind: string) => StripeObject[]) => firstOf(of('credit_note'));

/** When each invoice was first named. */
function firstOf(all: readonly { readonly invoice: string; readonly created: number }[]) {
  // The newest first, so that the oldest is what stays.
  const sorted = [...all].sort((one, other) => other.created - one.created);
  return new Map(sorted.map(({ invoice, created }) => [invoice, toDate(created)]));
}

function toInvoice(invoice: StripeObject): BookedInvoice {
  const { paid_at } = invoice.status_transitions;
  return {
    id: invoice.id,
    customerId: invoice.customer,
    subscriptionId: subscriptionOf(invoice),
    reason: invoice.billing_reason.replace('subscription_', ''),
    status: invoice.status,
    total: invoice.total,
    due: invoice.amount_due,
    createdAt: toDate(invoice.created),
    paidAt: paid_at === null ? null : toDate(paid_at),
    takenBackAt: null,
    creditedAt: null,
    lines: invoice.lines.data.map(({ amount, period }) => ({
      amount,
      from: toDate(period.start),
      to: toDate(period.end),
    })),
  };
}

const ourWords: Readonly<Record<string, string>> = {
  incomplete_expired: 'canceled',
  trialing: 'active',
  paused: 'unpaid',
};

function toSubscription(one: StripeObject): BookedSubscription {
  const { id, customer, metadata, status, items, created, ended_at } = one;
  return {
    id,
    customerId: customer,
    reference: metadata.subscriptionId ?? '',
    intentId: metadata.intentId ?? '',
    status: ourWords[status] ?? status,
    priceIds: items.data.map(({ price }) => price.id),
    price: items.data.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0),
    createdAt: toDate(created),
    endedAt: ended_at === null ? null : toDate(ended_at),
  };
}

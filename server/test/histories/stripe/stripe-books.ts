import { readFromStripe } from '../../billing/support/sandbox.ts';
import type { TestApp } from '../../harness/test-app.ts';
import type {
  BookedCharge,
  BookedCode,
  BookedInvoice,
  BookedReturn,
  BookedSubscription,
  Books,
  Coming,
} from '../books.ts';
import { hasEnded, type StripeObject } from './stripe-dashboard.ts';
import { subscriptionOf } from './stripe-outside.ts';

/** Answers what one of the emulator's controls shows. */
type Read = (control: 'state' | 'events') => Promise<unknown>;

/** Everything that an emulator on a port has, for one of the installations that share it. */
export const readEmulator = (url: string, installation: string): Promise<Books> =>
  readBooks(async (control) => (await fetch(`${url}/_control/${control}`)).json(), installation);

/** Everything that the emulator in the product's own process has. */
export const readSandbox = (app: TestApp): Promise<Books> =>
  readBooks((control) => readFromStripe(app, `/_control/${control}`));

async function readBooks(read: Read, installation?: string): Promise<Books> {
  const all = (await read('state')) as StripeObject[];
  const events = (await read('events')) as { id: string; created: number }[];
  const of = (kind: string) => all.filter(({ object, deleted }) => object === kind && !deleted);
  const isHere = ({ metadata }: StripeObject) =>
    installation === undefined || (metadata.installation ?? installation) === installation;
  const cards = new Map(of('payment_method').map(({ id, card }) => [id, card?.last4 ?? null]));
  // A first payment that is confirmed makes its card the subscription's own, before the customer's.
  const ownCards = new Map(
    of('subscription')
      .filter((one) => !hasEnded(one) && one.metadata.subscriptionId)
      .map(({ customer, default_payment_method }) => [customer, default_payment_method]),
  );
  const invoiceOf = new Map(
    of('invoice_payment').map(({ invoice, payment }) => [payment.payment_intent, invoice]),
  );
  const returns = readReturns(of, invoiceOf);
  return {
    customers: of('customer')
      .filter(isHere)
      .map(({ id, metadata, invoice_settings, balance }) => ({
        id,
        reference: metadata.subscriptionId ?? '',
        card: cards.get(ownCards.get(id) ?? invoice_settings.default_payment_method ?? '') ?? null,
        credit: 0 - balance,
      })),
    subscriptions: of('subscription')
      .filter(isHere)
      .map((one) => toSubscription(one, all)),
    invoices: of('invoice').map((invoice) => ({
      ...toInvoice(invoice),
      codes: readCodes(all, invoice),
      isGiven: listDiscounts(all, invoice).some(({ source }) =>
        source?.coupon.startsWith('free-time-'),
      ),
      returns: returns.filter((one) => one.invoice === invoice.id),
    })),
    charges: of('charge')
      .filter(({ status }) => status === 'succeeded')
      .map((one) => toCharge(one, { invoiceOf, disputes: of('dispute') })),
    events: events.map(({ id, created }) => ({ id, createdAt: toDate(created) })),
    codes: of('promotion_code').map((one) => toCode(one, of('coupon'))),
  };
}

function toCode(one: StripeObject, coupons: readonly StripeObject[]): BookedCode {
  const coupon = coupons.find(({ id }) => id === one.promotion?.coupon);
  return {
    code: one.code ?? '',
    duration: coupon?.duration ?? 'once',
    months: coupon?.duration_in_months ?? null,
    maxRedemptions: one.max_redemptions ?? null,
  };
}

const toDate = (seconds: number) => new Date(seconds * 1_000);

interface Returned extends BookedReturn {
  readonly invoice: string;
}

/** Invoices by the payments that pay them. */
type Paying = ReadonlyMap<string, string>;

interface Around {
  readonly invoiceOf: Paying;
  readonly disputes: readonly StripeObject[];
}

function toCharge(
  { id, customer, payment_intent, amount, amount_refunded }: StripeObject,
  { invoiceOf, disputes }: Around,
): BookedCharge {
  const lost = disputes.filter(({ charge, status }) => charge === id && status === 'lost');
  const gone = lost.reduce((sum, dispute) => sum + dispute.amount, amount_refunded);
  return {
    id,
    customerId: customer,
    invoiceId: invoiceOf.get(payment_intent) ?? null,
    kept: Math.max(0, amount - gone),
  };
}

function readReturns(of: (kind: string) => StripeObject[], invoiceOf: Paying): Returned[] {
  const charges = new Map(of('charge').map((charge) => [charge.id, charge.payment_intent]));
  const toReturn = (kind: Returned['kind'], { charge, ...one }: StripeObject): Returned => ({
    kind,
    invoice:
      kind === 'credit note' ? one.invoice : (invoiceOf.get(charges.get(charge) ?? '') ?? ''),
    cents: one.amount,
    at: toDate(one.created),
    intentId: one.metadata?.intentId,
  });
  return [
    ...of('refund')
      .filter(({ status }) => status === 'succeeded')
      .map((one) => toReturn('refund', one)),
    ...of('dispute')
      .filter(({ status }) => status !== 'won')
      .map((one) => toReturn('dispute', one)),
    ...of('credit_note').map((one) => toReturn('credit note', one)),
  ];
}

function toInvoice(invoice: StripeObject): BookedInvoice {
  const { paid_at } = invoice.status_transitions;
  return {
    id: invoice.id,
    customerId: invoice.customer,
    subscriptionId: subscriptionOf(invoice),
    number: invoice.number,
    currency: invoice.currency,
    reason: invoice.billing_reason.replace('subscription_', ''),
    status: invoice.status,
    total: invoice.total,
    due: invoice.amount_due,
    createdAt: toDate(invoice.created),
    paidAt: paid_at === null ? null : toDate(paid_at),
    returns: [],
    codes: [],
    isGiven: false,
    discount: (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
    priceIds: [
      ...new Set(invoice.lines.data.flatMap(({ pricing }) => pricing?.price_details?.price ?? [])),
    ],
    lines: invoice.lines.data.map(({ amount, taxes, pricing, period }) => ({
      priceId: pricing?.price_details?.price ?? null,
      amount: amount + addedTax(taxes),
      from: toDate(period.start),
      to: toDate(period.end),
    })),
  };
}

const addedTax = (taxes: StripeObject['lines']['data'][number]['taxes'] = []) =>
  taxes
    .filter(({ tax_behavior }) => tax_behavior === 'exclusive')
    .reduce((sum, { amount }) => sum + amount, 0);

/** A discount may be gone from its subscription by now, and is kept for its invoice. */
function readCodes(all: readonly StripeObject[], invoice: StripeObject): string[] {
  return listDiscounts(all, invoice).flatMap(
    ({ promotion_code }) => all.find(({ id }) => id === promotion_code)?.code ?? [],
  );
}

function listDiscounts(all: readonly StripeObject[], invoice: StripeObject): StripeObject[] {
  return (invoice.total_discount_amounts ?? [])
    .filter(({ amount }) => amount > 0)
    .flatMap(({ discount }) => all.find(({ id }) => id === discount) ?? []);
}

const ourWords: Readonly<Record<string, string>> = {
  incomplete_expired: 'canceled',
  trialing: 'active',
  paused: 'unpaid',
};

function toSubscription(one: StripeObject, all: readonly StripeObject[]): BookedSubscription {
  const { id, customer, metadata, status, items, created, ended_at, trial_end } = one;
  return {
    id,
    customerId: customer,
    reference: metadata.subscriptionId ?? '',
    intentId: metadata.intentId ?? '',
    status: ourWords[status] ?? status,
    priceIds: items.data.map(({ price }) => price.id),
    price: items.data.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0),
    createdAt: toDate(created),
    endsAt: endOf(one),
    endedAt: ended_at === null ? null : toDate(ended_at),
    trialEnd: trial_end === null ? null : toDate(trial_end),
    scheduled: hasEnded(one) ? null : comingOf(one, all),
  };
}

/** The phase after the present one, where its prices are others. */
function comingOf(one: StripeObject, all: readonly StripeObject[]): Coming | null {
  const schedule = all.find(({ id }) => id === one.schedule);
  const end = schedule?.status === 'active' ? schedule.current_phase?.end_date : undefined;
  const next = schedule?.phases?.find(({ start_date }) => start_date === end);
  const present = one.items.data.map(({ price }) => price.id);
  const priceIds = (next?.items ?? []).map(({ price }) => price);
  const isSame = [...present].sort().join() === [...priceIds].sort().join();
  return next && !isSame ? { priceIds, at: toDate(next.start_date) } : null;
}

/** The customer portal sets an instant, other calls the flag. */
function endOf(one: StripeObject): Date | null {
  const [item] = one.items.data;
  const end = one.cancel_at_period_end ? item?.current_period_end : one.cancel_at;
  return hasEnded(one) || !end ? null : toDate(end);
}

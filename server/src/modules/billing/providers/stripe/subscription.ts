import type { SubscriptionStatus } from '@hearth/contract';
import type Stripe from 'stripe';
import type { Card, Charge, Debt, ProviderSubscription } from '../../port/payment-provider.ts';
import { owes } from '../../port/rules/debt.ts';
import { scheduledPricesOf } from './attached-schedule.ts';
import { toDefaultCard } from './card.ts';
import type { Connection } from './connection.ts';
import { freeUntilOf } from './discounts.ts';
import { asksForPerson, toShownInvoice } from './invoices.ts';
import { toItems } from './items.ts';
import { subscriptionOf } from './metadata.ts';

/** Paths to expand, so that one answer has all fields for `toSubscription`. */
export const wholeSubscription = [
  'latest_invoice.confirmation_secret',
  'default_payment_method',
  'customer.invoice_settings.default_payment_method',
  'schedule',
  'discounts',
];

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'unpaid',
  canceled: 'canceled',
};

/** Converts a subscription; `payment` is that of the latest invoice, needed while it is open, and `debt` what is owed, where it was read. */
export function toSubscription(
  connection: Connection,
  subscription: Stripe.Subscription,
  payment: Stripe.PaymentIntent | undefined,
  debt?: Debt | null,
): ProviderSubscription {
  const { id, customer, items, currency, metadata } = subscription;
  const isOver = hasEnded(subscription);
  const invoice = latestInvoiceOf(subscription);
  return {
    id,
    customerId: typeof customer === 'string' ? customer : customer.id,
    status: toStatus(subscription),
    items: toItems(connection, items.data),
    price: isOver ? null : { amount: totalOf(items.data), currency },
    periodStart: isOver ? null : new Date(periodOf(subscription).start * 1_000),
    periodEnd: isOver ? null : new Date(periodOf(subscription).end * 1_000),
    endsAt: isOver ? null : endOf(subscription),
    scheduled: isOver ? null : scheduledPricesOf(connection, subscription),
    trialEnd: trialEndOf(subscription),
    hadTrial: subscription.trial_end !== null,
    freeUntil: isOver ? null : freeUntilOf(subscription),
    ...(!isOver && taxStateOf(subscription)),
    ...(!isOver && isUncollected(subscription) && paused),
    clientSecret: isOver ? null : findClientSecret(invoice, payment),
    subscriptionId: subscriptionOf(connection, metadata),
    card: chargedCardOf(subscription),
    latestInvoice: invoice && invoice.total !== 0 ? toShownInvoice(invoice) : null,
    ...debtOf(subscription, debt),
  };
}

const paused = { isPaused: true } as const;

/** Nothing is owed unless it is past due or unpaid, whether that was read or not. */
function debtOf(subscription: Stripe.Subscription, read: Debt | null | undefined) {
  const debt = owes({ status: toStatus(subscription) }) ? read : null;
  return debt === undefined ? {} : { debt };
}

/** Converts the status. One that is newer than this version gives no access. */
export function toStatus({ status }: Stripe.Subscription): SubscriptionStatus {
  return statuses[status] ?? 'unpaid';
}

export const hasEnded = (subscription: Stripe.Subscription) =>
  toStatus(subscription) === 'canceled';

/** Whether nobody collects the next renewal: Stripe leaves those of an unpaid subscription as drafts. */
function isUncollected(subscription: Stripe.Subscription): boolean {
  const isUnpaid = toStatus(subscription) === 'unpaid';
  return isUnpaid || isPausedAt(subscription, periodOf(subscription).end);
}

/** Whether an invoice of that instant, in seconds, is not collected. */
export function isPausedAt(
  { pause_collection: pause }: Pick<Stripe.Subscription, 'pause_collection'>,
  at: number,
): boolean {
  return pause !== null && (pause.resumes_at === null || pause.resumes_at > at);
}

export function latestInvoiceOf({ latest_invoice }: Stripe.Subscription) {
  return typeof latest_invoice === 'object' ? (latest_invoice ?? undefined) : undefined;
}

/** Finds the invoice of a plan change that waits for its payment. */
export function waitingInvoiceOf(subscription: Stripe.Subscription): Stripe.Invoice | undefined {
  const invoice = latestInvoiceOf(subscription);
  const isWaiting =
    subscription.pending_update !== null &&
    invoice?.status === 'open' &&
    invoice.billing_reason === 'subscription_update';
  return isWaiting ? invoice : undefined;
}

/** Computes the cost of a period. */
export function totalOf(items: readonly Stripe.SubscriptionItem[]): number {
  return items.reduce(
    (total, { price, quantity }) => total + (price.unit_amount ?? 0) * (quantity ?? 1),
    0,
  );
}

/** Period of the subscription: that of its plan, unless an item that was added later renews before. */
export const periodOf = ({ items }: Stripe.Subscription) => firstPeriodOf(items.data);

/** Period of the item that renews first, in seconds. */
export function firstPeriodOf(items: readonly Stripe.SubscriptionItem[]): {
  start: number;
  end: number;
} {
  const ends = items.map(({ current_period_end }) => current_period_end);
  const end = Math.min(...ends);
  const first = items.find(({ current_period_end }) => current_period_end === end);
  return { start: first?.current_period_start ?? end, end };
}

/** Stripe keeps the instant after the trial. */
export function trialEndOf({ status, trial_end }: Stripe.Subscription): Date | null {
  return status === 'trialing' && trial_end !== null ? new Date(trial_end * 1_000) : null;
}

/** Finds the set end. The customer portal sets only `cancel_at`, older calls only the flag. */
export function endOf(subscription: Stripe.Subscription): Date | null {
  const { cancel_at, cancel_at_period_end } = subscription;
  const end = cancel_at_period_end ? periodOf(subscription).end : cancel_at;
  return end === null ? null : new Date(end * 1_000);
}

/** Stripe turns automatic taxes off when it finalizes an invoice whose place it does not know, and says why. */
function taxStateOf({
  automatic_tax: { enabled, disabled_reason },
}: Stripe.Subscription): Pick<ProviderSubscription, 'isTaxed' | 'isTaxStopped'> {
  if (enabled) {
    return { isTaxed: true };
  }
  return disabled_reason === null ? {} : { isTaxStopped: true };
}

export function paidOrWaiting(subscription: ProviderSubscription): Charge {
  const { clientSecret } = subscription;
  return clientSecret === null
    ? { outcome: 'paid', subscription }
    : { outcome: 'authentication-needed', clientSecret, subscription };
}

/** Finds the client secret, which only helps while the bank waits for the payer. */
function findClientSecret(
  invoice: Stripe.Invoice | undefined,
  payment: Stripe.PaymentIntent | undefined,
): string | null {
  const secret = invoice?.confirmation_secret?.client_secret;
  return invoice?.status === 'open' && asksForPerson(payment) ? (secret ?? null) : null;
}

/** An ended subscription charges nothing: the card of its own says no more what the customer pays with. */
function chargedCardOf(subscription: Stripe.Subscription): Card | null {
  const { default_payment_method, customer } = subscription;
  const own = hasEnded(subscription) ? null : default_payment_method;
  const ofCustomer =
    typeof customer === 'string' || customer.deleted
      ? null
      : customer.invoice_settings.default_payment_method;
  return toDefaultCard(own ?? ofCustomer);
}

import type Stripe from 'stripe';
import { timesDecimal } from '../rules/money.ts';
import type { Recurrence } from '../rules/periods.ts';
import type { Scene } from '../scene.ts';
import type { CustomerState, Stored } from '../state.ts';
import { invalid } from '../wire/errors.ts';

export type Subscription = Stored<Stripe.Subscription>;
export type SubscriptionItem = Subscription['items']['data'][number];
export type Invoice = Stored<Stripe.Invoice>;
export type InvoiceLine = Invoice['lines']['data'][number];
export type InvoiceItem = Stored<Stripe.InvoiceItem>;
export type Price = Stored<Stripe.Price>;
export type Coupon = Stored<Stripe.Coupon>;
export type Discount = Stored<Stripe.Discount>;
export type InvoicePayment = Stored<Stripe.InvoicePayment>;
export type PaymentIntent = Stored<Stripe.PaymentIntent>;
export type Customer = Stored<Stripe.Customer>;
export type TaxRate = Stored<Stripe.TaxRate>;

/** The customer that the request is about; a removed one has no billing any more. */
export function customerOf(state: CustomerState): Customer {
  const { customer } = state;
  if (!customer || 'deleted' in customer) {
    throw invalid('No such customer', 'customer', 'resource_missing');
  }
  return customer;
}

export function itemsOf(subscription: Subscription): SubscriptionItem[] {
  return subscription.items.data;
}

export function recurrenceOf(price: Price): Recurrence {
  const { recurring } = price;
  if (!recurring) {
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      'items[0][price]',
    );
  }
  return {
    interval: recurring.interval as Recurrence['interval'],
    interval_count: recurring.interval_count,
  };
}

/** The price of one unit in a currency, if the price has it. */
export function unitAmountIn(price: Price, currency: string): string | undefined {
  if (price.currency === currency) {
    return price.unit_amount_decimal ?? '0';
  }
  return price.currency_options?.[currency]?.unit_amount_decimal ?? undefined;
}

export function amountOf(price: Price, quantity: number, currency: string): number {
  const unitAmount = unitAmountIn(price, currency);
  if (unitAmount === undefined) {
    throw invalid(
      `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
      'items',
    );
  }
  const divided = price.transform_quantity;
  if (!divided) {
    return timesDecimal(unitAmount, quantity);
  }
  const packages = quantity / divided.divide_by;
  return timesDecimal(
    unitAmount,
    divided.round === 'up' ? Math.ceil(packages) : Math.floor(packages),
  );
}

export function amountOfItem(item: SubscriptionItem, currency: string): number {
  return amountOf(item.price, item.quantity ?? 1, currency);
}

export function isTrialing(subscription: Subscription, at: number): boolean {
  return subscription.trial_end !== null && subscription.trial_end > at;
}

export function isEnded(subscription: Subscription): boolean {
  return subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
}

export function isFlexible(subscription: Pick<Subscription, 'billing_mode'>): boolean {
  return subscription.billing_mode.type === 'flexible';
}

export function periodEndOf(subscription: Subscription, which: 'first' | 'last' = 'first'): number {
  const ends = itemsOf(subscription).map((item) => item.current_period_end);
  return which === 'first' ? Math.min(...ends) : Math.max(...ends);
}

/** Invoices of a subscription, the newest first. */
export function invoicesOf(state: CustomerState, subscription: string): Invoice[] {
  return Object.values(state.invoices)
    .filter((invoice) => subscriptionOf(invoice) === subscription)
    .reverse();
}

export function subscriptionOf(invoice: Invoice): string | null {
  return invoice.parent?.subscription_details?.subscription ?? null;
}

/** Which card pays: the subscription's own, else the customer's default. */
export function paymentMethodFor(
  state: CustomerState,
  subscription: Subscription | undefined,
): string | null {
  const customer = customerOf(state);
  return (
    subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method ?? null
  );
}

export function isLive(
  state: CustomerState,
  paymentMethod: string | null,
): paymentMethod is string {
  return (
    paymentMethod !== null &&
    state.paymentMethods[paymentMethod]?.customer !== null &&
    state.paymentMethods[paymentMethod] !== undefined
  );
}

export function productName(scene: Pick<Scene, 'catalogue'>, price: Price): string {
  return scene.catalogue.products[String(price.product)]?.name ?? 'Product';
}

const changing = new WeakSet<object>();

/** Several steps of one change give one event: created, deleted if it ended, else updated. */
export function changeSubscription(
  scene: Scene,
  subscription: Subscription,
  change: () => void,
  isNew = false,
): Subscription {
  if (changing.has(subscription)) {
    change();
    return subscription;
  }
  const before: Record<string, unknown> = structuredClone(subscription);
  changing.add(subscription);
  try {
    change();
  } finally {
    changing.delete(subscription);
  }

  if (isNew) {
    scene.emit('customer.subscription.created', subscription);
    return subscription;
  }
  if (subscription.status === 'canceled' && before.status !== 'canceled') {
    scene.emit('customer.subscription.deleted', subscription);
    return subscription;
  }
  const now: Record<string, unknown> = { ...subscription };
  const changed = Object.keys(now).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );
  if (changed.length > 0) {
    const previous = Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
    scene.emit('customer.subscription.updated', subscription, previous);
  }
  return subscription;
}

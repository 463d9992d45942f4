import type Stripe from 'stripe';
import { createEmulator, createMemoryStore, type Deliver } from '../src/index.ts';
import { createClient, start } from './sdk.ts';

/** An emulator whose clock the test sets, with a customer who has a card and the prices that most tests need. */
export async function world(card: string | null = 'pm_card_visa', at = start, deliver?: Deliver) {
  const clock = { now: at };
  const emulator = createEmulator({
    store: createMemoryStore(),
    clock: () => clock.now * 1000,
    ...(deliver && { deliver }),
  });
  const stripe = createClient(emulator.fetch);
  const product = await stripe.products.create({ name: 'Pro' });
  const price = (
    unit_amount: number,
    interval: 'day' | 'week' | 'month' | 'year',
    currency = 'usd',
  ) =>
    stripe.prices.create({ product: product.id, currency, unit_amount, recurring: { interval } });
  const customer = await customerWith(stripe, card);
  const monthly = await price(2500, 'month');
  const yearly = await price(25_000, 'year');
  return {
    emulator,
    stripe,
    fetch: emulator.fetch,
    clock,
    product,
    price,
    customer,
    monthly,
    yearly,
  };
}

export async function customerWith(
  stripe: Stripe,
  card: string | null,
  more: Stripe.CustomerCreateParams = {},
) {
  const customer = await stripe.customers.create({ email: 'jo@example.com', ...more });
  if (card === null) {
    return customer;
  }
  const { id } = await stripe.paymentMethods.attach(card, { customer: customer.id });
  return stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: id } });
}

export async function subscribe(
  stripe: Stripe,
  customer: { id: string },
  price: { id: string },
  more: Omit<Stripe.SubscriptionCreateParams, 'customer' | 'items'> = {},
) {
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    ...more,
  });
  return { ...subscription, latest_invoice: expanded(subscription.latest_invoice) };
}

export function expanded<T extends object>(reference: string | T | null | undefined): T {
  if (typeof reference !== 'object' || reference === null) {
    throw new Error(`Not expanded: ${reference}`);
  }
  return reference;
}

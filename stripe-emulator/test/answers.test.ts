import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { createAnswerCheck } from '../scripts/check-answers.mjs';
import { createEmulator, createMemoryStore } from '../src/index.ts';
import { createClient, start } from './sdk.ts';

const emulator = createEmulator({
  store: createMemoryStore(),
  clock: () => start * 1000,
  check: createAnswerCheck(),
});
const stripe = createClient(emulator.fetch);
const address = { line1: 'Weg 1', city: 'Ulm', postal_code: '89073', country: 'DE' };
const asked = { allow_redirects: 'never', enabled: true } as const;

it('each answer has the fields that the package declares, and no others', async () => {
  const { product, price, code } = await sell();
  const { customer, card } = await welcome();
  await pay(customer, card);
  await subscribe(customer, price, code);
  await stripe.products.update(product, { default_price: price, expand: ['default_price'] });
  await stripe.products.list();
  await stripe.accounts.retrieveCurrent();
  await stripe.tax.settings.update({ defaults: { tax_behavior: 'exclusive' } });
  const url = 'https://example.com/webhooks';
  const endpoint = await stripe.webhookEndpoints.create({ url, enabled_events: ['*'] });
  await stripe.webhookEndpoints.list();
  await stripe.webhookEndpoints.del(endpoint.id);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start });
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + 1 });
  await stripe.testHelpers.testClocks.retrieve(clock.id);
  await stripe.customers.del(customer);
  await stripe.customers.retrieve(customer);
  expect(emulator.control.selfcheck()).toEqual([]);
});

async function sell() {
  const { id: product } = await stripe.products.create({ name: 'Pro' });
  const { id: price } = await stripe.prices.create({
    ...{ product, currency: 'usd', unit_amount: 4000, recurring: { interval: 'month' } },
    tax_behavior: 'exclusive',
    currency_options: { eur: { unit_amount: 3900 } },
    expand: ['currency_options', 'product'],
  });
  const { id: coupon } = await stripe.coupons.create({
    percent_off: 50,
    applies_to: { products: [product] },
    expand: ['applies_to'],
  });
  const promotion = { type: 'coupon', coupon } as const;
  const { id: code } = await stripe.promotionCodes.create({
    promotion,
    restrictions: { minimum_amount: 100, minimum_amount_currency: 'usd' },
    expand: ['promotion.coupon'],
  });
  await stripe.promotionCodes.list({ expand: ['data.promotion.coupon'] });
  return { product, price, code };
}

async function welcome() {
  const { id: customer } = await stripe.customers.create({
    ...{ name: 'Ada', email: 'ada@example.com', address, shipping: { name: 'Ada', address } },
    tax_id_data: [{ type: 'eu_vat', value: 'DE123456789' }],
    expand: ['tax', 'tax_ids'],
  });
  const taxId = { type: 'us_ein', value: '12-3456789' } as const;
  const { id } = await stripe.customers.createTaxId(customer, taxId);
  await stripe.customers.deleteTaxId(customer, id);
  await stripe.customers.createBalanceTransaction(customer, { amount: -100, currency: 'usd' });
  await stripe.customers.listBalanceTransactions(customer);
  const setup = await stripe.setupIntents.create({
    ...{ customer, automatic_payment_methods: asked, confirm: true },
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    expand: ['payment_method'],
  });
  await emulator.control.authenticate({ id: setup.id });
  await stripe.setupIntents.retrieve(setup.id, { expand: ['customer', 'payment_method'] });
  const { data } = await stripe.customers.listPaymentMethods(customer, {
    expand: ['data.customer'],
  });
  const card = data[0]?.id ?? '';
  const settings = { invoice_settings: { default_payment_method: card } };
  await stripe.customers.update(customer, {
    ...settings,
    expand: ['invoice_settings.default_payment_method'],
  });
  return { customer, card };
}

async function pay(customer: string, card: string) {
  const params = { amount: 900, currency: 'usd', customer, automatic_payment_methods: asked };
  const intent = await stripe.paymentIntents.create({
    ...{ ...params, payment_method: card, confirm: true },
    expand: ['latest_charge.refunds', 'customer'],
  });
  const declined = { ...params, payment_method: 'pm_card_chargeCustomerFail', confirm: true };
  await stripe.paymentIntents.create(declined).catch(() => undefined);
  await stripe.paymentIntents.list({ customer });
  await stripe.refunds.create({ payment_intent: intent.id, amount: 100, expand: ['charge'] });
  await emulator.control.chargeback({ payment_intent: intent.id });
  await stripe.disputes.list({ expand: ['data.charge'] });
  await stripe.charges.list({ customer });
}

async function subscribe(customer: string, price: string, code: string) {
  const subscription = await stripe.subscriptions.create({
    ...{ customer, items: [{ price }], automatic_tax: { enabled: true } },
    discounts: [{ promotion_code: code }],
    expand: ['latest_invoice.payments', 'latest_invoice.discounts', 'customer'],
  });
  const { id } = subscription.latest_invoice as Stripe.Invoice;
  await stripe.invoices.retrieve(id, { expand: ['confirmation_secret', 'lines.data.discounts'] });
  await stripe.invoices.createPreview({ subscription: subscription.id });
  await stripe.invoicePayments.list({ invoice: id, expand: ['data.payment.payment_intent'] });
  await stripe.creditNotes.create({ invoice: id, amount: 100, credit_amount: 100 });
  await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  await emulator.control.advance({ days: 40 });
  await stripe.subscriptions.list({
    customer,
    expand: ['data.schedule', 'data.default_payment_method'],
  });
  await stripe.invoices.list({ customer });
  await stripe.subscriptions.cancel(subscription.id);
}

import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createClient, createSdk, refusal } from './sdk.ts';

const { emulator, stripe } = createSdk();
const automatic_payment_methods = { enabled: true, allow_redirects: 'never' } as const;
const usd = { currency: 'usd', automatic_payment_methods };

async function customerWith(card?: string) {
  const customer = await stripe.customers.create({ name: 'Ada' });
  const method = card && (await stripe.paymentMethods.attach(card, { customer: customer.id })).id;
  return { id: customer.id, method: method ?? '' };
}

const typesOf = async (id: string) =>
  (await stripe.events.list({ limit: 100 })).data
    .filter(({ data }) => JSON.stringify(data.object).includes(id))
    .map(({ type }) => type)
    .reverse();

describe('payment methods', () => {
  it('attached: listed, and may become the default; detached: neither, and never again', async () => {
    const { id, method } = await customerWith('pm_card_visa');
    const listed = await stripe.customers.listPaymentMethods(id, { type: 'card' });
    expect(listed.data).toMatchObject([{ id: method, customer: id, card: { last4: '4242' } }]);
    const settings = { invoice_settings: { default_payment_method: method } };
    expect(await stripe.customers.update(id, settings)).toMatchObject(settings);
    expect(await stripe.paymentMethods.detach(method)).toMatchObject({ customer: null });
    expect((await stripe.customers.listPaymentMethods(id)).data).toEqual([]);
    const { invoice_settings: kept } = (await stripe.customers.retrieve(id)) as Stripe.Customer;
    expect(kept.default_payment_method).toBeNull();
    const again = await refusal(stripe.paymentMethods.attach(method, { customer: id }));
    expect(again).toMatchObject({ code: 'payment_method_unexpected_state', statusCode: 400 });
    const types = (await stripe.events.list({ limit: 5 })).data.map(({ type }) => type);
    expect(types).toContain('payment_method.detached');
  });

  it('created first: belongs to nobody, moves to the customer, and is not shared', async () => {
    const card = { number: '5555555555554444', exp_month: 12, exp_year: 2030, cvc: '123' };
    const { id: method } = await stripe.paymentMethods.create({ type: 'card', card });
    expect((await stripe.paymentMethods.retrieve(method)).customer).toBeNull();
    const one = await customerWith();
    const other = await customerWith();
    await stripe.paymentMethods.attach(method, { customer: one.id });
    expect(await stripe.paymentMethods.retrieve(method)).toMatchObject({
      customer: one.id,
      card: { brand: 'mastercard' },
    });
    const stolen = await refusal(stripe.paymentMethods.attach(method, { customer: other.id }));
    expect(stolen.message).toBe(
      'The payment method you provided has already been attached to a customer.',
    );
    expect(stolen.code).toBeUndefined();
    const settings = { invoice_settings: { default_payment_method: method } };
    const foreign = await refusal(stripe.customers.update(other.id, settings));
    expect(foreign).toMatchObject({ code: 'resource_missing' });
  });

  it('attached while it is paid with elsewhere: one of two customers gets it', async () => {
    const { id: method } = await stripe.paymentMethods.create({
      type: 'card',
      card: { token: 'tok_visa' },
    });
    const both = await Promise.all([customerWith(), customerWith()]);
    const done = await Promise.allSettled(
      both.map(({ id }) => stripe.paymentMethods.attach(method, { customer: id })),
    );
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([
    ['4242424242424241', 12, 2030, 'incorrect_number'],
    ['4242424242424242', 13, 2030, 'invalid_expiry_month'],
    ['4242424242424242', 12, 2025, 'invalid_expiry_year'],
  ])('%s, %i/%i: %s', async (number, exp_month, exp_year, code) => {
    const card = { number, exp_month, exp_year };
    const error = await refusal(stripe.paymentMethods.create({ type: 'card', card }));
    expect(error).toMatchObject({ statusCode: 402, code });
  });
});

describe('setup intents', () => {
  it('good card: saved for its customer', async () => {
    const { id } = await customerWith();
    const intent = await stripe.setupIntents.create({ customer: id, automatic_payment_methods });
    expect(intent).toMatchObject({ status: 'requires_payment_method', usage: 'off_session' });
    const done = await stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(done).toMatchObject({ status: 'succeeded' });
    expect((await stripe.customers.listPaymentMethods(id)).data).toHaveLength(1);
    expect(await typesOf(intent.id)).toEqual(['setup_intent.created', 'setup_intent.succeeded']);
  });

  it('declined: the error has what was recorded, and the intent keeps why', async () => {
    const { id } = await customerWith();
    const params = { customer: id, automatic_payment_methods, confirm: true };
    const error = await refusal(
      stripe.setupIntents.create({ ...params, payment_method: 'pm_card_chargeDeclined' }),
    );
    expect(error.raw).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      network_decline_code: '01',
    });
    const [kept] = (await stripe.setupIntents.list({ customer: id })).data;
    expect(kept?.last_setup_error).toMatchObject({ code: 'card_declined' });
  });

  it('without return_url where a redirect may come: refused', async () => {
    const intent = await stripe.setupIntents.create();
    const confirmed = stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(await refusal(confirmed)).toMatchObject({ param: 'return_url' });
  });

  it('holder is asked: agreed or not; canceled: not twice', async () => {
    const { id } = await customerWith();
    const params = { customer: id, automatic_payment_methods, confirm: true };
    const card = 'pm_card_authenticationRequiredOnSetup';
    const asked = await stripe.setupIntents.create({ ...params, payment_method: card });
    expect(asked.status).toBe('requires_action');
    await emulator.control.authenticate({ id: asked.id, success: false });
    expect(await stripe.setupIntents.retrieve(asked.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    });
    const again = await stripe.setupIntents.confirm(asked.id, { payment_method: card });
    await emulator.control.authenticate({ id: again.id });
    expect(await stripe.setupIntents.retrieve(asked.id)).toMatchObject({ status: 'succeeded' });
    expect(await refusal(stripe.setupIntents.cancel(asked.id))).toMatchObject({
      code: 'setup_intent_unexpected_state',
    });
  });
});

describe('payment intents', () => {
  it('paid: charge and events in the recorded order', async () => {
    const { id, method } = await customerWith('pm_card_visa');
    const intent = await stripe.paymentIntents.create({
      ...usd,
      amount: 2500,
      customer: id,
      payment_method: method,
      confirm: true,
      expand: ['latest_charge'],
    });
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 2500,
      latest_charge: { paid: true, amount: 2500, payment_intent: intent.id },
    });
    expect(await typesOf(intent.id)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
    const again = await refusal(stripe.paymentIntents.confirm(intent.id));
    expect(again).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'try_again_later', undefined],
    [
      'pm_card_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'try_again_later',
      undefined,
    ],
    [
      'pm_card_visa_chargeDeclinedLostCard',
      'card_declined',
      'lost_card',
      'do_not_try_again',
      undefined,
    ],
    [
      'pm_card_chargeDeclinedExpiredCard',
      'expired_card',
      'expired_card',
      'confirm_card_data',
      'exp_month',
    ],
    [
      'pm_card_chargeDeclinedIncorrectCvc',
      'incorrect_cvc',
      'incorrect_cvc',
      'confirm_card_data',
      'cvc',
    ],
    [
      'pm_card_chargeDeclinedProcessingError',
      'processing_error',
      'processing_error',
      'try_again_later',
      undefined,
    ],
  ])('%s: %s, with the recorded fields', async (card, code, decline_code, advice_code, param) => {
    const intent = await stripe.paymentIntents.create({ ...usd, amount: 2500 });
    const error = await refusal(stripe.paymentIntents.confirm(intent.id, { payment_method: card }));
    expect(error.statusCode).toBe(402);
    expect(error.raw).toMatchObject({
      ...{ type: 'card_error', code, decline_code, advice_code },
      payment_intent: { id: intent.id, status: 'requires_payment_method' },
      payment_method: { type: 'card' },
    });
    expect((error.raw as { param?: string }).param).toBe(param);
    const { charge } = error.raw as { charge: string };
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      paid: false,
      failure_code: code,
    });
    expect(await typesOf(intent.id)).toContain('payment_intent.payment_failed');
  });

  it('off session, the bank asks: authentication_required; on session: requires_action', async () => {
    const { id, method } = await customerWith('pm_card_authenticationRequired');
    const params = { ...usd, amount: 900, customer: id, payment_method: method, confirm: true };
    const error = await refusal(stripe.paymentIntents.create({ ...params, off_session: true }));
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' });
    const asked = await stripe.paymentIntents.create(params);
    expect(asked).toMatchObject({ status: 'requires_action' });
    await emulator.control.authenticate({ id: asked.id });
    expect((await stripe.paymentIntents.retrieve(asked.id)).status).toBe('succeeded');
  });

  it('card saved with consent: later not asked', async () => {
    const { id } = await customerWith();
    const setup = await stripe.setupIntents.create({
      customer: id,
      automatic_payment_methods,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
    });
    await emulator.control.authenticate({ id: setup.id });
    const paid = await stripe.paymentIntents.create({
      ...usd,
      amount: 900,
      customer: id,
      payment_method: String(setup.payment_method),
      confirm: true,
      off_session: true,
    });
    expect(paid.status).toBe('succeeded');
  });

  it('bank has not decided: processing, then paid; not to be canceled meanwhile', async () => {
    const { id, method } = await customerWith('pm_card_staysProcessing');
    const params = { ...usd, amount: 900, customer: id, payment_method: method, confirm: true };
    const waits = await stripe.paymentIntents.create(params);
    expect(waits.status).toBe('processing');
    expect(await refusal(stripe.paymentIntents.cancel(waits.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    await emulator.control.decide_processing({ id: waits.id });
    expect((await stripe.paymentIntents.retrieve(waits.id)).status).toBe('succeeded');
  });

  it.each([
    [0, 'Invalid positive integer'],
    [49, /minimum charge amount/],
  ])('%i cents: refused', async (amount, message) => {
    const error = await refusal(stripe.paymentIntents.create({ ...usd, amount }));
    expect(error).toMatchObject({ param: 'amount', code: 'parameter_invalid_integer' });
    expect(error.message).toMatch(message);
  });

  it('publishable key: the holder of the client secret only', async () => {
    const own = createClient(emulator.fetch, { key: 'pk_test_page' });
    const intent = await stripe.paymentIntents.create({ ...usd, amount: 900 });
    const secret = { client_secret: intent.client_secret ?? '' };
    expect((await own.paymentIntents.retrieve(intent.id, secret)).id).toBe(intent.id);
    const wrong = own.paymentIntents.retrieve(intent.id, { client_secret: 'pi_secret' });
    expect(await refusal(wrong)).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });
});

describe('refunds and disputes', () => {
  async function charged(card: string, amount = 1000) {
    const { id, method } = await customerWith(card);
    const params = { ...usd, amount, customer: id, payment_method: method, confirm: true };
    const intent = await stripe.paymentIntents.create(params);
    return { intent: intent.id, charge: String(intent.latest_charge) };
  }

  it('in two parts: each counted, no more than was paid', async () => {
    const { intent, charge } = await charged('pm_card_visa');
    const tooMuch = { payment_intent: intent, amount: 1100 };
    expect((await refusal(stripe.refunds.create(tooMuch))).message).toBe(
      'Refund amount ($11.00) is greater than charge amount ($10.00)',
    );
    await stripe.refunds.create({ payment_intent: intent, amount: 500 });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 500,
      refunded: false,
      paid: true,
    });
    expect((await refusal(stripe.refunds.create({ charge, amount: 600 }))).message).toBe(
      'Refund amount ($6.00) is greater than unrefunded amount on charge ($5.00)',
    );
    await stripe.refunds.create({ charge });
    const again = await refusal(stripe.refunds.create({ charge }));
    expect(again).toMatchObject({ code: 'charge_already_refunded' });
    const listed = await stripe.charges.retrieve(charge, { expand: ['refunds'] });
    expect(listed).toMatchObject({ refunded: true });
    expect(listed.refunds?.data).toHaveLength(2);
    expect((await stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(2);
  });

  it('sent back by the bank: failed, and the money counts as kept again', async () => {
    const { charge } = await charged('pm_card_visa');
    const { id } = await stripe.refunds.create({ charge });
    await emulator.control.refund_failed({ id });
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed' });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0 });
  });

  it('disputed: no refund; lost or won', async () => {
    const { intent, charge } = await charged('pm_card_createDispute');
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
    expect(dispute).toMatchObject({ status: 'needs_response', amount: 1000, charge });
    const refund = await refusal(stripe.refunds.create({ charge }));
    expect(refund).toMatchObject({
      code: 'charge_disputed',
      message: `Charge ${charge} has been charged back; cannot issue a refund.`,
    });
    await emulator.control.chargeback({ payment_intent: intent, status: 'won' });
    expect(await stripe.disputes.retrieve(dispute?.id ?? '')).toMatchObject({ status: 'won' });
    expect(await typesOf(dispute?.id ?? '-')).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
  });
});

import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { customerWith, subscribe, world } from './billing.ts';
import { refusal } from './sdk.ts';

const hour = 3600;
const day = 24 * hour;
const endOf = (subscription: Stripe.Subscription) =>
  subscription.items.data[0]?.current_period_end ?? 0;
const newest = async (stripe: Stripe, subscription: string) => {
  const { data } = await stripe.invoices.list({ subscription, limit: 1 });
  const [invoice] = data;
  if (!invoice) {
    throw new Error('No invoice');
  }
  return invoice;
};
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

describe('a renewal', () => {
  it('follows the day of the anchor through shorter months', async () => {
    const { stripe, clock, customer, monthly } = await world(
      'pm_card_visa',
      Date.UTC(2027, 0, 31, 10) / 1000,
    );
    let subscription: Stripe.Subscription = await subscribe(stripe, customer, monthly);
    const ends: string[] = [];
    for (let month = 0; month < 4; month += 1) {
      ends.push(dateOf(endOf(subscription)));
      clock.now = endOf(subscription) + 60;
      subscription = await stripe.subscriptions.retrieve(subscription.id);
    }
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  });

  it('is a draft for an hour, then finalized and paid, facts 162 and 459', async () => {
    const { stripe, clock, customer, monthly } = await world();
    const subscription = await subscribe(stripe, customer, monthly);
    const end = endOf(subscription);
    clock.now = end + 60;
    const draft = await newest(stripe, subscription.id);
    expect(draft).toMatchObject({
      status: 'draft',
      billing_reason: 'subscription_cycle',
      created: end,
      number: null,
      invoice_pdf: null,
      auto_advance: true,
      automatically_finalizes_at: end + hour,
      next_payment_attempt: end + hour,
      period_end: end,
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');

    clock.now = end + hour;
    const paid = await newest(stripe, subscription.id);
    expect(paid).toMatchObject({
      id: draft.id,
      status: 'paid',
      effective_at: end + hour,
      attempt_count: 1,
      amount_paid: 2500,
    });
  });

  it('outlives its subscription as a draft, and is charged unless auto_advance is off', async () => {
    const { stripe, clock, customer, monthly } = await world();
    const one = await subscribe(stripe, customer, monthly);
    const other = await subscribe(stripe, customer, monthly);
    clock.now = endOf(one) + 60;
    await stripe.subscriptions.cancel(one.id);
    await stripe.subscriptions.cancel(other.id);
    await stripe.invoices.update((await newest(stripe, other.id)).id, { auto_advance: false });
    clock.now += 2 * hour;
    expect((await newest(stripe, one.id)).status).toBe('paid');
    expect((await newest(stripe, other.id)).status).toBe('draft');
  });

  it('takes pending prorations along, in the order of fact 25', async () => {
    const { stripe, clock, customer, monthly, price } = await world();
    const subscription = await subscribe(stripe, customer, monthly);
    const dearer = await price(5000, 'month');
    clock.now += 10 * day;
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]?.id ?? '', price: dearer.id }],
    });
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    const days = (endOf(subscription) - clock.now) / day;
    const credit = -Math.round((2500 * days) / 31);
    const debit = Math.round((5000 * days) / 31);
    expect(preview.lines.data.map((line) => line.amount)).toEqual([credit, debit, 5000]);
    clock.now = endOf(subscription) + 2 * hour;
    expect(await newest(stripe, subscription.id)).toMatchObject({
      total: preview.total,
      status: 'paid',
    });
  });
});

it('a draft waits until its event was delivered, and an hour longer', async () => {
  const answers = { status: 500 };
  const { stripe, clock, customer, monthly, emulator } = await world(
    'pm_card_visa',
    undefined,
    async () => answers,
  );
  await stripe.webhookEndpoints.create({
    url: 'https://example.com/hooks',
    enabled_events: ['invoice.created'],
  });
  const subscription = await subscribe(stripe, customer, monthly);
  await emulator.settle();
  clock.now = endOf(subscription);
  await emulator.settle();
  const waiting = await newest(stripe, subscription.id);
  expect(waiting.automatically_finalizes_at).toBe(clock.now + 600 + hour);
  clock.now += 600;
  answers.status = 200;
  await emulator.settle();
  expect(await newest(stripe, subscription.id)).toMatchObject({
    status: 'draft',
    webhooks_delivered_at: clock.now,
    automatically_finalizes_at: clock.now + hour,
    next_payment_attempt: clock.now + hour,
  });
  clock.now += hour;
  expect((await newest(stripe, subscription.id)).status).toBe('paid');
});

describe('a renewal that is not paid', () => {
  const refusing = async (afterFirst: string) => {
    const scene = await world();
    const subscription = await subscribe(scene.stripe, scene.customer, scene.monthly);
    const bad = await scene.stripe.paymentMethods.attach(afterFirst, {
      customer: scene.customer.id,
    });
    await scene.stripe.customers.update(scene.customer.id, {
      invoice_settings: { default_payment_method: bad.id },
    });
    return { ...scene, subscription };
  };

  it('is tried again on the days that are set; after the last the subscription is canceled', async () => {
    const { stripe, clock, subscription } = await refusing('pm_card_chargeCustomerFail');
    const first = endOf(subscription) + hour;
    clock.now = first;
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'past_due',
    });
    expect(await newest(stripe, subscription.id)).toMatchObject({
      status: 'open',
      attempted: true,
      attempt_count: 1,
      auto_advance: true,
      amount_remaining: 2500,
      next_payment_attempt: first + 3 * day,
    });

    clock.now = first + 3 * day;
    expect(await newest(stripe, subscription.id)).toMatchObject({
      attempt_count: 2,
      next_payment_attempt: clock.now + 5 * day,
    });
    clock.now += 5 * day;
    clock.now += 7 * day;
    const invoice = await newest(stripe, subscription.id);
    expect(invoice).toMatchObject({
      status: 'open',
      attempt_count: 4,
      next_payment_attempt: null,
      auto_advance: false,
    });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    const good = await stripe.paymentMethods.attach('pm_card_visa', {
      customer: String(subscription.customer),
    });
    expect((await stripe.invoices.pay(invoice.id, { payment_method: good.id })).status).toBe(
      'paid',
    );
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
  });

  it('is tried as often as the days say, however often it is paid by hand meanwhile', async () => {
    const { stripe, clock, subscription } = await refusing('pm_card_chargeCustomerFail');
    clock.now = endOf(subscription) + hour;
    const { id } = await newest(stripe, subscription.id);
    for (const attempt_count of [1, 2, 3]) {
      await refusal(stripe.invoices.pay(id));
      await refusal(stripe.invoices.pay(id));
      const invoice = await stripe.invoices.retrieve(id);
      expect(invoice).toMatchObject({ status: 'open', attempt_count, auto_advance: true });
      clock.now = invoice.next_payment_attempt ?? 0;
    }
    const good = await stripe.paymentMethods.attach('pm_card_visa', {
      customer: String(subscription.customer),
    });
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ attempt_count: 4 });
    expect(await stripe.invoices.pay(id, { payment_method: good.id })).toMatchObject({
      status: 'paid',
      attempt_count: 4,
    });
  });

  it('paid with another card makes the subscription active again', async () => {
    const { stripe, clock, subscription } = await refusing('pm_card_chargeCustomerFail');
    clock.now = endOf(subscription) + hour;
    const invoice = await newest(stripe, subscription.id);
    const declined = await refusal(stripe.invoices.pay(invoice.id));
    expect(declined).toMatchObject({ statusCode: 402, code: 'card_declined' });
    const good = await stripe.paymentMethods.attach('pm_card_visa', {
      customer: String(subscription.customer),
    });
    await stripe.invoices.pay(invoice.id, { payment_method: good.id });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    expect(await refusal(stripe.invoices.pay(invoice.id))).toMatchObject({
      message: 'Invoice is already paid',
    });
  });
});

describe('an incomplete subscription', () => {
  it('expires after 23 hours, and its invoice is void', async () => {
    const { stripe, clock, customer, monthly } = await world('pm_card_authenticationRequired');
    const subscription = await subscribe(stripe, customer, monthly);
    clock.now += 23 * hour;
    const expired = await stripe.subscriptions.retrieve(subscription.id);
    expect(expired).toMatchObject({ status: 'incomplete_expired', canceled_at: clock.now });
    expect(await newest(stripe, subscription.id)).toMatchObject({
      status: 'void',
      amount_remaining: 2500,
      amount_due: 2500,
    });
  });

  it('can be canceled, fact 147', async () => {
    const { stripe, customer, monthly } = await world('pm_card_authenticationRequired');
    const subscription = await subscribe(stripe, customer, monthly);
    expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({
      status: 'incomplete_expired',
      cancel_at: null,
    });
    expect(await refusal(stripe.subscriptions.cancel(subscription.id))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
    });
  });
});

describe('a trial', () => {
  it('with a card is free until its end, then billed', async () => {
    const { stripe, clock, customer, monthly } = await world();
    const subscription = await subscribe(stripe, customer, monthly, { trial_period_days: 14 });
    expect(subscription).toMatchObject({
      status: 'trialing',
      trial_end: clock.now + 14 * day,
      billing_cycle_anchor: clock.now + 14 * day,
    });
    expect(subscription.latest_invoice.lines.data[0]?.description).toBe('Free trial for 1 × Pro');
    clock.now = subscription.trial_end ?? 0;
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    clock.now += hour;
    expect(await newest(stripe, subscription.id)).toMatchObject({
      amount_paid: 2500,
      status: 'paid',
    });
  });

  it('without a card ends as it is set: unpaid, canceled or paused', async () => {
    const { stripe, clock, monthly } = await world();
    const started: Stripe.Subscription[] = [];
    for (const missing_payment_method of ['create_invoice', 'cancel', 'pause'] as const) {
      const customer = await customerWith(stripe, null);
      started.push(
        await subscribe(stripe, customer, monthly, {
          trial_period_days: 7,
          trial_settings: { end_behavior: { missing_payment_method } },
        }),
      );
    }
    for (const { id } of started) {
      const preview = await stripe.invoices.createPreview({ subscription: id });
      expect(preview.amount_due).toBe(2500);
    }
    clock.now += 7 * day + 2 * hour;
    const ended = await Promise.all(started.map(({ id }) => stripe.subscriptions.retrieve(id)));
    expect(ended.map(({ status }) => status)).toEqual(['past_due', 'canceled', 'paused']);
    const paused = ended[2];
    expect(await refusal(stripe.subscriptions.resume(paused?.id ?? ''))).toMatchObject({
      code: 'resource_missing',
    });
    const card = await stripe.paymentMethods.attach('pm_card_visa', {
      customer: String(paused?.customer),
    });
    await stripe.customers.update(String(paused?.customer), {
      invoice_settings: { default_payment_method: card.id },
    });
    expect(await stripe.subscriptions.resume(paused?.id ?? '')).toMatchObject({
      status: 'active',
      billing_cycle_anchor: clock.now,
    });
  });

  it('a change of the plan costs nothing, and a discount waits for the first charge', async () => {
    const { stripe, clock, customer, monthly, price } = await world();
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
    const { id, items } = await subscribe(stripe, customer, monthly, {
      trial_period_days: 7,
      discounts: [{ coupon: coupon.id }],
    });
    const dearer = await price(5000, 'month');
    const changed = await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: dearer.id }],
      proration_behavior: 'always_invoice',
    });
    expect(changed).toMatchObject({ status: 'trialing', discounts: [expect.any(String)] });
    clock.now += 7 * day + 2 * hour;
    expect(await newest(stripe, id)).toMatchObject({ total: 2500, amount_paid: 2500 });
    expect((await stripe.subscriptions.retrieve(id)).discounts).toEqual([]);
  });
});

describe('an end that was set', () => {
  it('comes with the end of the period, and can be taken back until then', async () => {
    const { stripe, clock, customer, monthly } = await world();
    const one = await subscribe(stripe, customer, monthly);
    const other = await subscribe(stripe, customer, monthly);
    for (const { id } of [one, other]) {
      await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    }
    expect(await refusal(stripe.invoices.createPreview({ subscription: one.id }))).toMatchObject({
      code: 'invoice_upcoming_none',
    });
    await stripe.subscriptions.update(other.id, { cancel_at_period_end: false });
    clock.now = endOf(one) + 2 * hour;
    expect(await stripe.subscriptions.retrieve(one.id)).toMatchObject({
      status: 'canceled',
      ended_at: endOf(one),
    });
    expect((await stripe.subscriptions.retrieve(other.id)).status).toBe('active');
  });

  it('pause_collection decides what becomes of renewals', async () => {
    const { stripe, clock, customer, monthly } = await world();
    const statuses: Stripe.Invoice['status'][] = [];
    for (const behavior of ['keep_as_draft', 'mark_uncollectible', 'void'] as const) {
      const { id, items } = await subscribe(stripe, customer, monthly);
      await stripe.subscriptions.update(id, { pause_collection: { behavior } });
      clock.now = (items.data[0]?.current_period_end ?? 0) + 2 * hour;
      statuses.push((await newest(stripe, id)).status);
    }
    expect(statuses).toEqual(['draft', 'uncollectible', 'void']);
  });
});

describe('a paused subscription', () => {
  const paused = async (card: string) => {
    const scene = await world();
    const customer = await customerWith(scene.stripe, null);
    const { id } = await subscribe(scene.stripe, customer, scene.monthly, {
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    });
    scene.clock.now += 8 * day;
    const method = await scene.stripe.paymentMethods.attach(card, { customer: customer.id });
    await scene.stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: method.id },
    });
    return { ...scene, id };
  };

  it('goes on once its holder has agreed to the payment', async () => {
    const { stripe, emulator, id } = await paused('pm_card_authenticationRequired');
    const waiting = await stripe.subscriptions.resume(id);
    expect(waiting).toMatchObject({
      status: 'paused',
      status_details: { paused: { subscription: { type: 'trial_end_without_payment_method' } } },
    });
    const { data } = await stripe.invoicePayments.list({ invoice: String(waiting.latest_invoice) });
    await emulator.control.authenticate({ id: String(data[0]?.payment.payment_intent) });
    const resumed = await stripe.subscriptions.retrieve(id);
    expect(resumed.status).toBe('active');
    expect(resumed.status_details).toBeUndefined();
    expect((await stripe.events.list({ type: 'customer.subscription.resumed' })).data).toHaveLength(
      1,
    );
  });

  it('stays paused where nothing is paid for 23 hours, and its invoice is void', async () => {
    const { stripe, clock, id } = await paused('pm_card_visa');
    const waiting = await stripe.subscriptions.resume(id, {
      payment_behavior: 'resume_on_payment_success',
    });
    clock.now += 23 * hour;
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('paused');
    expect((await stripe.invoices.retrieve(String(waiting.latest_invoice))).status).toBe('void');
  });
});

it('invoices are found by their fields and metadata, in pages', async () => {
  const { stripe, customer, monthly, price } = await world();
  const { id, latest_invoice: invoice } = await subscribe(stripe, customer, monthly);
  await stripe.invoices.update(invoice.id, { metadata: { order: '6735' } });
  await subscribe(stripe, customer, await price(9000, 'month'));
  const found = async (query: string) =>
    (await stripe.invoices.search({ query, expand: ['data.customer'] })).data.map((one) => one.id);
  expect(await found(`subscription:"${id}" AND status:"paid"`)).toEqual([invoice.id]);
  expect(await found('metadata["order"]:"6735"')).toEqual([invoice.id]);
  expect(await found('total>2500')).not.toContain(invoice.id);
  expect(await found('-total>2500')).toEqual([invoice.id]);
  expect(await refusal(stripe.invoices.search({ query: 'color:"red"' }))).toMatchObject({
    statusCode: 400,
    param: 'query',
  });
  const all = await stripe.invoices
    .search({ query: 'status:"paid"', limit: 1 })
    .autoPagingToArray({ limit: 10 });
  expect(all).toHaveLength(2);
});

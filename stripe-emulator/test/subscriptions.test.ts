import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { customerWith, expanded, subscribe, world } from './billing.ts';
import { refusal } from './sdk.ts';

const day = 24 * 3600;
const endOf = (subscription: Stripe.Subscription) =>
  subscription.items.data[0]?.current_period_end ?? 0;

describe('a new subscription', () => {
  it('with an anchor to come is billed for the days until then', async () => {
    const { stripe, clock, customer, monthly } = await world(
      'pm_card_visa',
      Date.UTC(2026, 3, 11, 12) / 1000,
    );
    const anchor = Date.UTC(2026, 4, 1, 12) / 1000;
    const prorated = await subscribe(stripe, customer, monthly, { billing_cycle_anchor: anchor });
    expect(prorated.latest_invoice.total).toBe(Math.round((2500 * 20) / 30));
    expect(endOf(prorated)).toBe(anchor);
    const free = await subscribe(stripe, customer, monthly, {
      billing_cycle_anchor: anchor,
      proration_behavior: 'none',
    });
    expect(free.latest_invoice.total).toBe(0);
    clock.now = anchor + 2 * 3600;
    const { data } = await stripe.invoices.list({ subscription: free.id, limit: 1 });
    expect(data[0]).toMatchObject({ total: 2500, status: 'paid' });
  });

  it('on a day of the month begins there', async () => {
    const { stripe, customer, monthly } = await world(
      'pm_card_visa',
      Date.UTC(2026, 0, 10, 12) / 1000,
    );
    const { billing_cycle_anchor: anchor } = await subscribe(stripe, customer, monthly, {
      billing_cycle_anchor_config: { day_of_month: 31 },
    });
    expect(new Date(anchor * 1000).toISOString().slice(0, 10)).toBe('2026-01-31');
  });

  it('of nobody, of nothing, or of two trials is refused', async () => {
    const { stripe, customer, monthly } = await world();
    const items = [{ price: monthly.id }];
    const refusals = await Promise.all([
      refusal(stripe.subscriptions.create({ customer: 'cus_nobody', items })),
      refusal(stripe.subscriptions.create({ customer: customer.id, items: [] })),
      refusal(
        stripe.subscriptions.create({
          customer: customer.id,
          items,
          trial_period_days: 3,
          trial_end: 2_000_000_000,
        }),
      ),
      refusal(stripe.subscriptions.create({ customer: customer.id, items: [...items, ...items] })),
      refusal(
        stripe.subscriptions.create({
          customer: customer.id,
          items,
          collection_method: 'send_invoice',
        }),
      ),
    ]);
    expect(refusals.map(({ param }) => param)).toEqual([
      'customer',
      'items',
      'trial_end',
      'items',
      'days_until_due',
    ]);
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400]);
  });

  it('in another currency than the customer’s is refused until the others have ended', async () => {
    const { stripe, customer, monthly, price } = await world();
    const { id } = await subscribe(stripe, customer, monthly);
    const inEuros = await price(900, 'month', 'eur');
    const error = await refusal(subscribe(stripe, customer, inEuros));
    expect(error.message).toContain('You cannot combine currencies on a single customer.');
    await stripe.subscriptions.cancel(id);
    expect(await subscribe(stripe, customer, inEuros)).toMatchObject({ status: 'active' });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ currency: 'eur' });
  });

  it('below the minimum charges nothing, and the next one takes it along', async () => {
    const { stripe, clock, customer, price } = await world();
    const tiny = await subscribe(stripe, customer, await price(30, 'month'));
    expect(tiny).toMatchObject({
      status: 'active',
      latest_invoice: { amount_due: 0, status: 'paid' },
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 30 });
    clock.now = endOf(tiny) + 2 * 3600;
    const { data } = await stripe.invoices.list({ subscription: tiny.id, limit: 1 });
    expect(data[0]).toMatchObject({
      total: 30,
      starting_balance: 30,
      amount_paid: 60,
      ending_balance: 0,
    });
  });

  it('to be paid by invoice is active, and the invoice is sent an hour later', async () => {
    const { stripe, clock, customer, monthly } = await world(null);
    const { id, status } = await subscribe(stripe, customer, monthly, {
      collection_method: 'send_invoice',
      days_until_due: 14,
    });
    clock.now += 3600;
    const { data } = await stripe.invoices.list({ subscription: id });
    expect(status).toBe('active');
    expect(data[0]).toMatchObject({ status: 'open', due_date: clock.now + 14 * day });
  });
});

describe('items', () => {
  it('come, change and go by calls of their own', async () => {
    const { stripe, customer, monthly, price } = await world();
    const { id } = await subscribe(stripe, customer, monthly);
    const extra = await price(700, 'month');
    const item = await stripe.subscriptionItems.create({
      subscription: id,
      price: extra.id,
      quantity: 2,
    });
    expect(item).toMatchObject({ object: 'subscription_item', quantity: 2, subscription: id });
    expect(await stripe.subscriptionItems.update(item.id, { quantity: 3 })).toMatchObject({
      quantity: 3,
    });
    expect((await stripe.subscriptionItems.list({ subscription: id })).data).toHaveLength(2);
    expect(await stripe.subscriptionItems.del(item.id)).toEqual(
      expect.objectContaining({ deleted: true }),
    );
    expect((await stripe.subscriptions.retrieve(id)).items.data).toHaveLength(1);
  });

  it('the last one stays, a second one of the same price is refused, classic knows one interval', async () => {
    const { stripe, customer, monthly, yearly } = await world();
    const { id, items } = await subscribe(stripe, customer, monthly, {
      billing_mode: { type: 'classic' },
    });
    const item = items.data[0]?.id ?? '';
    const refusals = await Promise.all([
      refusal(stripe.subscriptions.update(id, { items: [{ id: item, deleted: true }] })),
      refusal(stripe.subscriptions.update(id, { items: [{ price: monthly.id }] })),
      refusal(stripe.subscriptions.update(id, { items: [{ price: yearly.id }] })),
      refusal(stripe.subscriptions.update(id, { items: [{ id: 'si_nobody', quantity: 2 }] })),
    ]);
    expect(refusals.map(({ message }) => message)).toEqual([
      expect.stringContaining('at least one active plan'),
      expect.stringContaining('multiple subscription items with the same plan'),
      expect.stringContaining('Found mismatch in interval field'),
      expect.stringContaining("No such subscription_item: 'si_nobody'"),
    ]);
  });
});

describe('a cancellation', () => {
  it('gives nothing back unless it is asked to, and bills at once where that is asked for', async () => {
    const totals: number[] = [];
    for (const params of [{}, { prorate: true, invoice_now: true }]) {
      const { stripe, clock, customer, monthly } = await world();
      const subscription = await subscribe(stripe, customer, monthly);
      clock.now += (endOf(subscription) - clock.now) / 2;
      await stripe.subscriptions.cancel(subscription.id, params);
      const after = await stripe.customers.retrieve(customer.id);
      totals.push('balance' in after ? after.balance : 0);
    }
    expect(totals).toEqual([0, -1250]);
  });

  it('drops prorations that still wait, unless something is billed', async () => {
    const { stripe, clock, customer, monthly, price } = await world();
    const { id, items } = await subscribe(stripe, customer, monthly);
    clock.now += day;
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: (await price(9000, 'month')).id }],
    });
    expect(
      (await stripe.invoiceItems.list({ customer: customer.id, pending: true })).data,
    ).toHaveLength(2);
    await stripe.subscriptions.cancel(id);
    expect(
      (await stripe.invoiceItems.list({ customer: customer.id, pending: true })).data,
    ).toHaveLength(0);
  });
});

describe('billing modes and test clocks', () => {
  it('classic moves to flexible, not back', async () => {
    const { stripe, customer, monthly } = await world();
    const { id } = await subscribe(stripe, customer, monthly, {
      billing_mode: { type: 'classic' },
    });
    const migrated = await stripe.subscriptions.migrate(id, {
      billing_mode: { type: 'flexible', flexible: { proration_discounts: 'itemized' } },
    });
    expect(migrated.billing_mode).toMatchObject({
      type: 'flexible',
      flexible: { proration_discounts: 'itemized' },
    });
  });

  it('a customer on a test clock renews with it, others do not', async () => {
    const { stripe, customer: other, monthly, clock } = await world();
    const testClock = await stripe.testHelpers.testClocks.create({ frozen_time: clock.now });
    const customer = await customerWith(stripe, 'pm_card_visa', { test_clock: testClock.id });
    const subscription = await subscribe(stripe, customer, monthly);
    const still = await subscribe(stripe, other, monthly);
    await stripe.testHelpers.testClocks.advance(testClock.id, {
      frozen_time: endOf(subscription) + 2 * 3600,
    });
    const of = async (id: string) =>
      (await stripe.invoices.list({ subscription: id })).data.map((invoice) => invoice.status);
    expect([await of(subscription.id), await of(still.id)]).toEqual([['paid', 'paid'], ['paid']]);
  });

  it('a schedule from nothing begins its subscription, and ends it where that is set', async () => {
    const { stripe, clock, customer, monthly } = await world();
    const schedule = await stripe.subscriptionSchedules.create({
      customer: customer.id,
      start_date: clock.now + day,
      end_behavior: 'cancel',
      phases: [
        {
          items: [{ price: monthly.id, quantity: 1 }],
          duration: { interval: 'month', interval_count: 2 },
        },
      ],
    });
    expect(schedule.status).toBe('not_started');
    clock.now += day;
    const { subscription } = await stripe.subscriptionSchedules.retrieve(schedule.id, {
      expand: ['subscription'],
    });
    expect(expanded(subscription)).toMatchObject({ status: 'active', schedule: schedule.id });
    clock.now += 63 * day;
    expect((await stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe('completed');
    expect((await stripe.subscriptions.retrieve(expanded(subscription).id)).status).toBe(
      'canceled',
    );
  });
});

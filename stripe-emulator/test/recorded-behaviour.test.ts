import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { expanded, subscribe, world } from './billing.ts';
import { allFacts, factsOf } from './facts.ts';
import { refusal } from './sdk.ts';

const hour = 3600;
const day = 24 * hour;
const endOf = (subscription: Stripe.Subscription) =>
  subscription.items.data[0]?.current_period_end ?? 0;
const invoicesOf = async (stripe: Stripe, subscription: string) =>
  (await stripe.invoices.list({ subscription, limit: 100 })).data;

async function scheduled(
  to: 'month' | 'year',
  phase: Stripe.SubscriptionScheduleUpdateParams.Phase | object = {},
) {
  const scene = await world();
  const { stripe, customer, monthly, yearly } = scene;
  const [from, next] = to === 'year' ? [monthly, yearly] : [yearly, monthly];
  const subscription = await subscribe(stripe, customer, from);
  const schedule = await stripe.subscriptionSchedules.create({
    from_subscription: subscription.id,
  });
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        items: [{ price: from.id }],
        start_date: schedule.current_phase?.start_date ?? 0,
        end_date: endOf(subscription),
      },
      {
        items: [{ price: next.id }],
        duration: { interval: to, interval_count: 1 },
        proration_behavior: 'none',
        ...phase,
      },
    ],
  });
  return { ...scene, subscription, schedule };
}

describe('schedules, as they were reported', () => {
  it('month to year without billing_cycle_anchor: anchor kept, nothing billed, facts 444, 445 and 447', async () => {
    const { stripe, clock, subscription, yearly } = await scheduled('year');
    clock.now = endOf(subscription) + 2 * hour;
    const after = await stripe.subscriptions.retrieve(subscription.id);
    expect(after.billing_cycle_anchor).toBe(subscription.billing_cycle_anchor);
    expect(after.items.data[0]?.price.id).toBe(yearly.id);
    expect(await invoicesOf(stripe, subscription.id)).toHaveLength(1);
  });

  it('with phase_start the year is charged at the boundary, and nothing is credited, facts 444 to 446', async () => {
    const { stripe, clock, subscription } = await scheduled('year', {
      billing_cycle_anchor: 'phase_start',
    });
    clock.now = endOf(subscription) + 2 * hour;
    const [newest] = await invoicesOf(stripe, subscription.id);
    expect(newest).toMatchObject({
      total: 25_000,
      status: 'paid',
      lines: { data: [{ amount: 25_000 }] },
    });
  });

  it('year to month at the end of the year is billed as a renewal; the preview knows it', async () => {
    const { stripe, clock, subscription, schedule } = await scheduled('month');
    expect((await stripe.invoices.createPreview({ subscription: subscription.id })).total).toBe(
      2500,
    );
    clock.now = endOf(subscription) + 2 * hour;
    expect((await invoicesOf(stripe, subscription.id))[0]).toMatchObject({
      total: 2500,
      status: 'paid',
    });
    clock.now += 31 * day;
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      status: 'released',
      released_subscription: subscription.id,
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).schedule).toBeNull();
  });

  it('an end is refused while a schedule is attached, and allowed once it is released, facts 448 and 449', async () => {
    const { stripe, subscription, schedule } = await scheduled('year');
    for (const change of [{ cancel_at_period_end: true }, { cancel_at: endOf(subscription) }]) {
      const error = await refusal(stripe.subscriptions.update(subscription.id, change));
      expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error' });
      expect(error.message).toContain('is managed by the subscription schedule');
    }
    await stripe.subscriptionSchedules.release(schedule.id);
    expect(
      (await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }))
        .cancel_at_period_end,
    ).toBe(true);
  });
});

describe('what is not paid, as it was reported', () => {
  const refused = async () => {
    const scene = await world();
    const subscription = await subscribe(scene.stripe, scene.customer, scene.monthly);
    const bad = await scene.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: scene.customer.id,
    });
    await scene.stripe.customers.update(scene.customer.id, {
      invoice_settings: { default_payment_method: bad.id },
    });
    await scene.emulator.control.config({ final: 'unpaid' });
    scene.clock.now = endOf(subscription) + 16 * day;
    return { ...scene, subscription };
  };

  it('unpaid: renewals stay drafts, and only the newest invoice makes it active, fact 453', async () => {
    const { stripe, clock, subscription, customer } = await refused();
    clock.now += 16 * day;
    const [draft, open] = await invoicesOf(stripe, subscription.id);
    expect([draft?.status, draft?.auto_advance, open?.status]).toEqual(['draft', false, 'open']);
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: good.id },
    });
    await stripe.invoices.pay(open?.id ?? '');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('unpaid');
    await stripe.invoices.finalizeInvoice(draft?.id ?? '', { auto_advance: true });
    clock.now += hour;
    expect((await stripe.invoices.retrieve(draft?.id ?? '')).status).toBe('paid');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  it('an end that was set leaves open invoices open, fact 456', async () => {
    const { stripe, clock, subscription } = await refused();
    await stripe.subscriptions.update(subscription.id, { cancel_at: clock.now + hour });
    clock.now += 2 * hour;
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
    expect((await invoicesOf(stripe, subscription.id))[0]).toMatchObject({
      status: 'open',
      auto_advance: false,
    });
  });

  it('an uncollectible invoice can still be paid; the subscription stays canceled, fact 457', async () => {
    const { stripe, subscription, customer } = await refused();
    const [open] = await invoicesOf(stripe, subscription.id);
    await stripe.subscriptions.cancel(subscription.id);
    await stripe.invoices.markUncollectible(open?.id ?? '');
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    expect((await stripe.invoices.pay(open?.id ?? '', { payment_method: good.id })).status).toBe(
      'paid',
    );
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
  });

  it('an invoice whose payment is processing is not voided, fact 458', async () => {
    const { stripe, customer, monthly } = await world('pm_card_staysProcessing');
    const { latest_invoice: invoice } = await subscribe(stripe, customer, monthly);
    expect(await refusal(stripe.invoices.voidInvoice(invoice.id))).toMatchObject({
      statusCode: 400,
    });
  });
});

describe('subscriptions, as they were recorded and documented', () => {
  it('the portal ends at the last period end and leaves the flag, facts 84 and 85', async () => {
    const { stripe, customer, monthly, emulator } = await world();
    const { id } = await subscribe(stripe, customer, monthly);
    await emulator.control.portal_cancel({ subscription: id });
    const ending = await stripe.subscriptions.retrieve(id);
    expect(ending).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      cancel_at: endOf(ending),
      ended_at: null,
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect(ending.canceled_at).not.toBeNull();
  });

  it('0 to paid: flexible keeps the anchor, classic moves it, facts 81 to 83', async () => {
    const seen: [boolean, number][] = [];
    for (const type of ['classic', 'flexible'] as const) {
      const { stripe, clock, customer, monthly, price } = await world();
      const {
        id,
        items,
        billing_cycle_anchor: anchor,
      } = await subscribe(stripe, customer, await price(0, 'month'), { billing_mode: { type } });
      clock.now += 3 * day;
      const paid = await stripe.subscriptions.update(id, {
        items: [{ id: items.data[0]?.id ?? '', price: monthly.id }],
        proration_behavior: 'always_invoice',
        expand: ['latest_invoice'],
      });
      seen.push([paid.billing_cycle_anchor === anchor, expanded(paid.latest_invoice).total]);
    }
    expect(seen).toEqual([
      [false, 2500],
      [true, Math.round((2500 * 28) / 31)],
    ]);
  });

  it('another interval in the middle of a month costs what issue and recordings say', async () => {
    const at = Date.UTC(2026, 0, 10, 12) / 1000;
    const { stripe, clock, customer, price } = await world('pm_card_visa', at);
    const [month, year] = [await price(4000, 'month'), await price(40_000, 'year')];
    const { id, items } = await subscribe(stripe, customer, month);
    clock.now = at + 15 * day;
    const change = {
      items: [{ id: items.data[0]?.id ?? '', price: year.id }],
      proration_behavior: 'always_invoice' as const,
    };
    const preview = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: change,
    });
    const changed = await stripe.subscriptions.update(id, {
      ...change,
      expand: ['latest_invoice'],
    });
    expect([preview.total, expanded(changed.latest_invoice).total]).toEqual([36_291, 36_291]);
    expect(endOf(changed)).toBe(Date.UTC(2027, 0, 10, 12) / 1000);
  });
});

describe('fields of objects, as they were recorded', () => {
  const isOfToday = ({ api_version: version }: { api_version: string | null }) =>
    (version ?? '') >= '2026-03';

  it.each(
    allFacts().filter(
      (fact) => fact.topic.startsWith('shape.') && isOfToday(fact) && 'fields' in fact.given,
    ),
  )('fact $id: $topic', async ({ topic, seen }) => {
    const { stripe, customer, monthly } = await world();
    const subscription = await subscribe(stripe, customer, monthly);
    const invoice = subscription.latest_invoice;
    const payment_intent = String(invoice.payments?.data[0]?.payment.payment_intent);
    const objects: Record<string, object | undefined> = {
      'shape.subscription': subscription,
      'shape.subscription_item': subscription.items.data[0],
      'shape.invoice': invoice,
      'shape.line_item': invoice.lines.data[0],
      'shape.payment_intent': await stripe.paymentIntents.retrieve(payment_intent),
      'shape.charge': (await stripe.charges.list({ payment_intent })).data[0],
    };
    const names = Object.keys(objects[topic] ?? {});
    const { present, absent } = seen as { present: string[]; absent: string[] };
    expect(present.filter((name) => !names.includes(name))).toEqual([]);
    expect(absent.filter((name) => names.includes(name))).toEqual([]);
  });

  it('an invoice that waits for the holder has an open payment and a secret, facts 319 and 320', async () => {
    const { stripe, customer, monthly } = await world('pm_card_authenticationRequired');
    const { latest_invoice: invoice } = await subscribe(stripe, customer, monthly);
    for (const { seen } of factsOf<object, { payment: object }>('shape.invoice_payment')) {
      const { payment: _, ...shown } = seen;
      expect(invoice.payments?.data[0]).toMatchObject({
        ...shown,
        payment: { type: 'payment_intent', payment_intent: expect.stringMatching(/^pi_/) },
      });
    }
    expect(invoice.confirmation_secret).toMatchObject({ type: 'payment_intent' });
  });
});

import { describe, expect, it } from 'vitest';
import { expanded, subscribe, world } from './billing.ts';
import { refusal } from './sdk.ts';

const hour = 3600;
const refusingCard = 'pm_card_chargeCustomerFail';

/** A subscription whose customer's card is refused from now on. */
async function refused() {
  const scene = await world();
  const { stripe, customer, monthly } = scene;
  const subscription = await subscribe(stripe, customer, monthly);
  const bad = await stripe.paymentMethods.attach(refusingCard, { customer: customer.id });
  await stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: bad.id },
  });
  const item = subscription.items.data[0]?.id ?? '';
  const change = {
    items: [{ id: item, price: scene.yearly.id }],
    proration_behavior: 'always_invoice' as const,
  };
  return { ...scene, subscription, change };
}

describe('a change that has to be paid first', () => {
  it('waits with all that belongs to it, and applies when its invoice is paid', async () => {
    const { stripe, customer, subscription, change, monthly, yearly } = await refused();
    const coupon = await stripe.coupons.create({
      amount_off: 500,
      currency: 'usd',
      duration: 'forever',
    });
    const pending = await stripe.subscriptions.update(subscription.id, {
      ...change,
      payment_behavior: 'pending_if_incomplete',
      billing_cycle_anchor: { type: 'now' },
      cancel_at_period_end: true,
      metadata: { intent: '1' },
      discounts: [{ coupon: coupon.id }],
      expand: ['latest_invoice'],
    });
    expect(pending).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      metadata: {},
      discounts: [],
    });
    expect(pending.items.data[0]?.price.id).toBe(monthly.id);
    expect(pending.pending_update).toMatchObject({
      cancel_at_period_end: true,
      metadata: { intent: '1' },
      discounts: [expect.any(String)],
    });

    const invoice = expanded(pending.latest_invoice);
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.invoices.pay(invoice.id, { payment_method: good.id });
    const applied = await stripe.subscriptions.retrieve(subscription.id);
    expect(applied).toMatchObject({
      pending_update: null,
      cancel_at_period_end: true,
      metadata: { intent: '1' },
    });
    expect(applied.items.data[0]?.price.id).toBe(yearly.id);
    expect(applied.cancel_at).toBe(applied.items.data[0]?.current_period_end);
  });

  it('expires after 23 hours, or with the period, fact 88', async () => {
    const { stripe, clock, subscription, change } = await refused();
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    clock.now = end - 5 * hour;
    const { pending_update: late } = await stripe.subscriptions.update(subscription.id, {
      ...change,
      payment_behavior: 'pending_if_incomplete',
    });
    expect(late?.expires_at).toBe(end);

    const next = await refused();
    const { pending_update: early, latest_invoice: invoice } =
      await next.stripe.subscriptions.update(next.subscription.id, {
        ...next.change,
        payment_behavior: 'pending_if_incomplete',
      });
    expect(early?.expires_at).toBe(next.clock.now + 23 * hour);
    next.clock.now += 23 * hour;
    expect(
      (await next.stripe.subscriptions.retrieve(next.subscription.id)).pending_update,
    ).toBeNull();
    expect((await next.stripe.invoices.retrieve(String(invoice))).status).toBe('void');
  });

  it('is worth nothing in the preview of a later change', async () => {
    const { stripe, subscription, change } = await refused();
    const preview = () =>
      stripe.invoices.createPreview({
        subscription: subscription.id,
        subscription_details: { ...change, billing_cycle_anchor: { type: 'now' } },
      });
    const { lines, total } = await preview();
    await stripe.subscriptions.update(subscription.id, {
      ...change,
      billing_cycle_anchor: { type: 'now' },
      payment_behavior: 'pending_if_incomplete',
    });
    const again = await preview();
    expect(again.total).toBe(total);
    expect(again.lines.data.map(({ amount }) => amount)).toEqual(
      lines.data.map(({ amount }) => amount),
    );
  });

  it('gives way to a later change', async () => {
    const { stripe, subscription, change } = await refused();
    const { latest_invoice: invoice } = await stripe.subscriptions.update(subscription.id, {
      ...change,
      payment_behavior: 'pending_if_incomplete',
    });
    const ending = await stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: true,
    });
    expect(ending).toMatchObject({ pending_update: null, cancel_at_period_end: true });
    expect((await stripe.invoices.retrieve(String(invoice))).status).toBe('void');
  });

  it('refuses parameters that cannot wait, fact 92', async () => {
    const { stripe, subscription, change, customer } = await refused();
    const card = String(customer.invoice_settings.default_payment_method);
    const error = await refusal(
      stripe.subscriptions.update(subscription.id, {
        ...change,
        payment_behavior: 'pending_if_incomplete',
        default_payment_method: card,
      }),
    );
    expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error' });
    expect(error.message).toContain(
      'you can only pass supported params. `default_payment_method` is not supported.',
    );
  });

  it('with error_if_incomplete leaves everything as it was, fact 345', async () => {
    const { stripe, customer, subscription, change, monthly } = await refused();
    expect(
      await refusal(
        stripe.subscriptions.update(subscription.id, {
          ...change,
          payment_behavior: 'error_if_incomplete',
        }),
      ),
    ).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    });
    const asking = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: customer.id,
    });
    await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: asking.id },
    });
    expect(
      await refusal(
        stripe.subscriptions.update(subscription.id, {
          ...change,
          payment_behavior: 'error_if_incomplete',
        }),
      ),
    ).toMatchObject({
      code: 'subscription_payment_intent_requires_action',
    });
    const after = await stripe.subscriptions.retrieve(subscription.id);
    expect(after.items.data[0]?.price.id).toBe(monthly.id);
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  });

  it('by default is there at once, and the subscription past due', async () => {
    const { stripe, subscription, change, yearly } = await refused();
    const changed = await stripe.subscriptions.update(subscription.id, change);
    expect(changed.status).toBe('past_due');
    expect(changed.items.data[0]?.price.id).toBe(yearly.id);
  });
});

import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { customerWith, expanded, subscribe, world } from './billing.ts';
import { refusal } from './sdk.ts';

const day = 24 * 3600;
const germany = { line1: 'Weg 1', city: 'Ulm', postal_code: '89073', country: 'DE' };
const austria = { ...germany, postal_code: '1010', city: 'Wien', country: 'AT' };
const automatic = { automatic_tax: { enabled: true } };
const taxOf = (invoice: Stripe.Invoice) =>
  (invoice.total_taxes ?? []).reduce((sum, tax) => sum + tax.amount, 0);

async function taxed(tax_behavior: 'exclusive' | 'inclusive' = 'exclusive') {
  const scene = await world();
  const { stripe, product } = scene;
  const price = (unit_amount: number) =>
    stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount,
      tax_behavior,
      recurring: { interval: 'month' },
    });
  const buyer = (more: Stripe.CustomerCreateParams = { address: germany }) =>
    customerWith(stripe, 'pm_card_visa', more);
  return { ...scene, buyer, small: await price(4000), large: await price(9000) };
}

describe('automatic tax', () => {
  it('comes on top, or is inside the price', async () => {
    const onTop = await taxed();
    const { latest_invoice: net } = await subscribe(
      onTop.stripe,
      await onTop.buyer(),
      onTop.small,
      automatic,
    );
    expect(net).toMatchObject({
      total: 4760,
      total_excluding_tax: 4000,
      automatic_tax: { status: 'complete' },
    });
    const rate = net.total_taxes?.[0]?.tax_rate_details?.tax_rate ?? '';
    expect(await onTop.stripe.taxRates.retrieve(rate)).toMatchObject({
      percentage: 19,
      inclusive: false,
      country: 'DE',
    });

    const inside = await taxed('inclusive');
    const { latest_invoice: gross } = await subscribe(
      inside.stripe,
      await inside.buyer(),
      inside.small,
      automatic,
    );
    expect(gross).toMatchObject({
      total: 4000,
      total_excluding_tax: 3361,
      subtotal_excluding_tax: 3361,
    });
    expect(taxOf(gross)).toBe(639);
  });

  it('a business in another country pays none, a place that is unknown is refused', async () => {
    const { stripe, buyer, small } = await taxed();
    const business = await buyer({
      address: germany,
      tax_id_data: [{ type: 'eu_vat', value: 'DE123456789' }],
    });
    const { latest_invoice: invoice } = await subscribe(stripe, business, small, automatic);
    expect(invoice).toMatchObject({
      total: 4000,
      total_taxes: [{ amount: 0, taxability_reason: 'reverse_charge' }],
    });
    expect(await refusal(subscribe(stripe, await buyer({}), small, automatic))).toMatchObject({
      code: 'customer_tax_location_invalid',
    });
  });

  it('a credit gives back the tax of its debit, where the customer has moved meanwhile', async () => {
    const { stripe, clock, buyer, small, large } = await taxed();
    const customer = await buyer();
    const { id, items } = await subscribe(stripe, customer, small, automatic);
    clock.now += ((items.data[0]?.current_period_end ?? 0) - clock.now) / 2;
    await stripe.customers.update(customer.id, { address: austria });
    const changed = await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: large.id }],
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    });
    const { lines } = expanded(changed.latest_invoice);
    expect(lines.data.map((line) => [line.amount, line.taxes?.[0]?.amount])).toEqual([
      [-2000, -380],
      [4500, 900],
    ]);
  });

  it('without a place at the renewal is turned off', async () => {
    const { stripe, clock, buyer, small } = await taxed();
    const customer = await buyer();
    const { id } = await subscribe(stripe, customer, small, automatic);
    await stripe.customers.update(customer.id, {
      address: '',
      tax: { validate_location: 'deferred' },
    });
    clock.now += 32 * day;
    const { data } = await stripe.invoices.list({ subscription: id, limit: 1 });
    expect(data[0]).toMatchObject({
      total: 4000,
      automatic_tax: { enabled: false, disabled_reason: 'finalization_requires_location_inputs' },
    });
    expect((await stripe.subscriptions.retrieve(id)).automatic_tax).toMatchObject({
      enabled: false,
      disabled_reason: 'requires_location_inputs',
    });
  });
});

describe('discounts', () => {
  it('an amount off is split over the lines, fact 77, and the credit follows, fact 79', async () => {
    const { stripe, clock, customer, price } = await world();
    const [first, second] = [await price(1000, 'month'), await price(2000, 'month')];
    const coupon = await stripe.coupons.create({
      amount_off: 500,
      currency: 'usd',
      duration: 'forever',
    });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: first.id }, { price: second.id }],
      discounts: [{ coupon: coupon.id }],
      expand: ['latest_invoice'],
    });
    const { lines } = expanded(subscription.latest_invoice);
    expect(lines.data.map((line) => line.discount_amounts?.[0]?.amount)).toEqual([166, 334]);

    const [item] = subscription.items.data;
    clock.now += ((item?.current_period_end ?? 0) - clock.now) / 2;
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: item?.id ?? '', deleted: true }],
        proration_behavior: 'always_invoice',
      },
    });
    expect(preview.total).toBe(-417);
  });

  it('classic credits at the price of now, flexible what was charged, fact 78', async () => {
    const totals: number[] = [];
    for (const type of ['classic', 'flexible'] as const) {
      const { stripe, clock, customer, price } = await world(
        'pm_card_visa',
        Date.UTC(2026, 3, 1) / 1000,
      );
      const [ten, twenty] = [await price(1000, 'month'), await price(2000, 'month')];
      const { id, items } = await subscribe(stripe, customer, ten, { billing_mode: { type } });
      const item = items.data[0]?.id ?? '';
      clock.now += 10 * day;
      await stripe.subscriptions.update(id, {
        items: [{ id: item, price: twenty.id }],
        proration_behavior: 'none',
      });
      clock.now += 10 * day;
      const back = await stripe.subscriptions.update(id, {
        items: [{ id: item, price: ten.id }],
        proration_behavior: 'always_invoice',
        expand: ['latest_invoice'],
      });
      totals.push(expanded(back.latest_invoice).total);
    }
    expect(totals).toEqual([-334, 0]);
  });

  it('prorations have the discount inside the amount, or beside it where that is chosen, fact 6', async () => {
    const seen: unknown[] = [];
    for (const proration_discounts of ['included', 'itemized'] as const) {
      const { stripe, clock, customer, price } = await world();
      const [small, large] = [await price(4000, 'month'), await price(12_000, 'month')];
      const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'forever' });
      const { id, items } = await subscribe(stripe, customer, small, {
        billing_mode: { type: 'flexible', flexible: { proration_discounts } },
        discounts: [{ coupon: coupon.id }],
      });
      clock.now += ((items.data[0]?.current_period_end ?? 0) - clock.now) / 2;
      const changed = await stripe.subscriptions.update(id, {
        items: [{ id: items.data[0]?.id ?? '', price: large.id }],
        proration_behavior: 'always_invoice',
        expand: ['latest_invoice'],
      });
      const { lines, total } = expanded(changed.latest_invoice);
      seen.push([
        total,
        ...lines.data.map((line) => [
          line.amount,
          line.discountable,
          line.discount_amounts?.[0]?.amount,
        ]),
      ]);
    }
    expect(seen).toEqual([
      [3200, [-1600, false, undefined], [4800, false, undefined]],
      [3200, [-2000, false, -400], [6000, false, 1200]],
    ]);
  });

  it('repeating ends after its months, once after the first invoice that it lowers', async () => {
    const { stripe, clock, customer, monthly } = await world();
    const three = await stripe.coupons.create({
      percent_off: 20,
      duration: 'repeating',
      duration_in_months: 3,
    });
    const { id } = await subscribe(stripe, customer, monthly, {
      discounts: [{ coupon: three.id }],
    });
    clock.now += 125 * day;
    const { data } = await stripe.invoices.list({ subscription: id });
    expect(data.map((invoice) => invoice.total)).toEqual([2500, 2500, 2000, 2000, 2000]);

    const once = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
    const other = await subscribe(stripe, customer, monthly, { discounts: [{ coupon: once.id }] });
    expect(other.latest_invoice.total).toBe(1250);
    expect((await stripe.subscriptions.retrieve(other.id)).discounts).toEqual([]);
    expect((await stripe.invoices.createPreview({ subscription: other.id })).total).toBe(2500);
  });

  it('once is used up by a change, whose invoice still names it', async () => {
    const { stripe, clock, customer, monthly, price } = await world();
    const { id, items } = await subscribe(stripe, customer, monthly);
    const once = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
    await stripe.subscriptions.update(id, { discounts: [{ coupon: once.id }] });
    clock.now += day;
    const change = {
      items: [{ id: items.data[0]?.id ?? '', price: (await price(5000, 'month')).id }],
      proration_behavior: 'always_invoice' as const,
    };
    const preview = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: change,
      expand: ['discounts'],
    });
    expect(preview.discounts).toMatchObject([{ source: { coupon: once.id } }]);
    await stripe.subscriptions.update(id, change);
    expect((await stripe.subscriptions.retrieve(id)).discounts).toEqual([]);
    expect((await stripe.invoices.createPreview({ subscription: id })).total).toBe(5000);
  });
});

import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { expanded, subscribe, world } from './billing.ts';

const day = 86_400;
const third = 10 * day;

/** Every amount of the invoice: lines, discounts, taxes and sums. */
function amountsOf(invoice: Stripe.Invoice): number[] {
  const lines = invoice.lines.data.flatMap(({ amount, discount_amounts, taxes }) => [
    amount,
    ...(discount_amounts ?? []).map((discount) => discount.amount),
    ...(taxes ?? []).map((tax) => tax.amount),
  ]);
  return [...lines, invoice.subtotal, invoice.total, invoice.amount_due];
}

const endOfAll = (amounts: readonly number[]) => [...new Set(amounts.map((one) => one % 10))];

describe.each(['kwd', 'bhd', 'jod', 'omr', 'tnd'])('amounts in %s', (currency) => {
  it('that do not end in 0 are refused', async () => {
    const { stripe, price, customer } = await world();
    const refused = { param: 'unit_amount', statusCode: 400 };
    await expect(price(2_505, 'month', currency)).rejects.toMatchObject(refused);
    const monthly = await price(2_500, 'month', currency);
    const { latest_invoice } = await subscribe(stripe, customer, monthly);
    const { data } = await stripe.invoicePayments.list({ invoice: latest_invoice.id });
    const payment_intent = String(data[0]?.payment.payment_intent);
    await expect(stripe.refunds.create({ payment_intent, amount: 1_255 })).rejects.toMatchObject({
      param: 'amount',
    });
    await expect(
      stripe.coupons.create({ amount_off: 125, currency, duration: 'once' }),
    ).rejects.toMatchObject({ param: 'amount_off' });
    await expect(
      stripe.invoiceItems.create({ customer: customer.id, amount: 1_001, currency }),
    ).rejects.toMatchObject({ param: 'amount' });
    await expect(
      stripe.creditNotes.create({ invoice: latest_invoice.id, credit_amount: 1_005 }),
    ).rejects.toMatchObject({ param: 'amount' });
  });

  it.each(['flexible', 'classic'] as const)(
    'of prorations, discounts and taxes end in 0, billed %s',
    async (type) => {
      const given = await world();
      const { stripe, price, customer, emulator } = given;
      const monthly = await price(7_770, 'month', currency);
      const dear = await price(19_990, 'month', currency);
      const coupon = await stripe.coupons.create({ percent_off: 33.3, duration: 'forever' });
      const rate = await stripe.taxRates.create({
        display_name: 'VAT',
        inclusive: false,
        percentage: 8.875,
      });
      const { id, items, latest_invoice } = await subscribe(stripe, customer, monthly, {
        billing_mode: { type },
        discounts: [{ coupon: coupon.id }],
        default_tax_rates: [rate.id],
      });
      expect(endOfAll(amountsOf(latest_invoice))).toEqual([0]);
      await emulator.control.advance({ seconds: third + 12_345 });
      const changed = await stripe.subscriptions.update(id, {
        items: [{ id: items.data[0]?.id ?? '', price: dear.id }],
        proration_behavior: 'always_invoice',
        expand: ['latest_invoice'],
      });
      const invoice = expanded(changed.latest_invoice);
      expect(invoice.lines.data).toHaveLength(2);
      expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' });
      expect(endOfAll(amountsOf(invoice).map(Math.abs))).toEqual([0]);
    },
  );
});

import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { expanded, subscribe, world } from './billing.ts';

const day = 24 * 3600;

/** Numbers that look random and are the same each time. https://en.wikipedia.org/wiki/Linear_congruential_generator */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Change = Pick<
  Stripe.SubscriptionUpdateParams,
  'items' | 'proration_behavior' | 'billing_cycle_anchor'
>;

async function start(seed: number, type: 'classic' | 'flexible', itemized: boolean) {
  const scene = await world();
  const { stripe, customer, price } = scene;
  const pick = numbersFrom(seed);
  const prices = [
    await price(1000, 'month'),
    await price(3333, 'month'),
    await price(9999, 'month'),
    ...(type === 'flexible' ? [await price(50_000, 'year'), await price(500, 'week')] : []),
  ];
  const coupon = await stripe.coupons.create(
    pick(2) === 0
      ? { percent_off: 15, duration: 'forever' }
      : { amount_off: 300, currency: 'usd', duration: 'forever' },
  );
  const subscription = await subscribe(stripe, customer, prices[0] ?? { id: '' }, {
    billing_mode: {
      type,
      ...(type === 'flexible' && {
        flexible: { proration_discounts: itemized ? 'itemized' : 'included' },
      }),
    },
    ...(pick(2) === 0 && { discounts: [{ coupon: coupon.id }] }),
  });
  return { ...scene, pick, subscription, prices };
}

/** One item gets another quantity or price, a second one comes, or goes again. */
function changeOf(
  current: Stripe.Subscription,
  prices: readonly Stripe.Price[],
  pick: (below: number) => number,
): Change {
  const [item] = current.items.data;
  const id = item?.id ?? '';
  const quantity = 1 + pick(5);
  const price = prices[pick(prices.length)]?.id ?? '';
  const other = prices.find((one) => one.id !== item?.price.id)?.id ?? '';
  const alone: NonNullable<Change['items']>[] = [
    [{ id, quantity }],
    [{ id, price }],
    [{ price: other, quantity }],
  ];
  const among: NonNullable<Change['items']>[] = [[{ id, quantity }], [{ id, deleted: true }]];
  const choices = current.items.data.length === 1 ? alone : among;
  return {
    items: choices[pick(choices.length)] ?? [],
    proration_behavior: 'always_invoice',
    ...(pick(6) === 0 && { billing_cycle_anchor: { type: 'now' as const } }),
  };
}

const creditedIn = (invoice: Stripe.Invoice) =>
  invoice.lines.data.flatMap(
    ({ parent }) =>
      parent?.subscription_item_details?.proration_details?.credited_items?.invoice_line_items ??
      [],
  );

describe.each([
  ['classic', false],
  ['flexible', false],
  ['flexible', true],
] as const)('random histories in %s billing, itemized %s', (type, itemized) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'seed %i: the preview is what is charged, and nothing is credited twice',
    async (seed) => {
      const { stripe, clock, pick, subscription, prices } = await start(seed, type, itemized);
      for (let step = 0; step < 12; step += 1) {
        clock.now += (1 + pick(20)) * day + pick(86_400);
        const current = await stripe.subscriptions.retrieve(subscription.id);
        const change = changeOf(current, prices, pick);
        const preview = await stripe.invoices.createPreview({
          subscription: subscription.id,
          subscription_details: change as Stripe.InvoiceCreatePreviewParams.SubscriptionDetails,
        });
        const before = current.latest_invoice;
        const changed = await stripe.subscriptions.update(subscription.id, {
          ...change,
          expand: ['latest_invoice'],
        });
        const invoice = expanded(changed.latest_invoice);
        if (invoice.id !== before) {
          expect([invoice.total, invoice.amount_due]).toEqual([preview.total, preview.amount_due]);
        }
        expect(changed.status).toBe('active');
        for (const item of changed.items.data) {
          expect(item.current_period_start).toBeLessThanOrEqual(clock.now);
          expect(item.current_period_end).toBeGreaterThan(clock.now);
        }
      }

      const invoices = await stripe.invoices
        .list({ subscription: subscription.id, limit: 100 })
        .autoPagingToArray({ limit: 1000 });
      for (const invoice of invoices) {
        const net = invoice.lines.data.map(
          (line) =>
            line.amount -
            (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
        );
        expect(invoice.total).toBe(net.reduce((sum, amount) => sum + amount, 0));
      }
      const credited = invoices.flatMap(creditedIn);
      if (type === 'flexible') {
        expect(new Set(credited).size).toBe(credited.length);
      }
    },
  );
});

import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { expanded, subscribe, world } from './billing.ts';
import { type Fact, factsOf } from './facts.ts';

interface Change {
  billing_mode: 'classic' | 'flexible';
  frm: { price: number; interval: 'month' | 'year' };
  to: { price: number; interval: 'month' | 'year' };
  subscription_start?: number;
  period_before?: [number, number];
  billing_cycle_anchor_param: 'now' | null;
  proration_behavior?: string;
  at?: number;
}

interface Changed {
  anchor_after?: number;
  anchor_moves: boolean;
  item_period?: [number, number];
  status?: string;
  total?: number;
  billing_reason?: string;
  invoice_status?: string;
  credit?: number;
  lines?: { amount: number; proration: boolean; start: number; end: number; text?: string }[];
}

const isProration = ({ parent }: Stripe.InvoiceLineItem) =>
  parent?.subscription_item_details?.proration;

describe('another interval, as it was recorded', () => {
  const facts = factsOf<Change, Changed>('interval_change');

  it.each(facts)(
    'fact $id: $given.billing_mode, anchor $given.billing_cycle_anchor_param',
    async (fact) => {
      const { subscription, invoice } = await changeOf(fact);
      const { seen, given } = fact;
      const [item] = subscription.items.data;
      const startedAt = given.subscription_start ?? given.period_before?.[0];

      expect(subscription.billing_cycle_anchor !== startedAt).toBe(seen.anchor_moves);
      if (seen.anchor_after !== undefined) {
        expect(subscription.billing_cycle_anchor).toBe(seen.anchor_after);
      }
      if (seen.item_period) {
        expect([item?.current_period_start, item?.current_period_end]).toEqual(seen.item_period);
      }
      const lines = invoice.lines.data.map((line) => ({
        amount: line.amount,
        proration: isProration(line),
        start: line.period.start,
        end: line.period.end,
      }));
      if (seen.lines) {
        expect(lines).toEqual(seen.lines.map(({ text: _, ...line }) => line));
        expect(invoice.total).toBe(seen.total);
      }
      if (seen.invoice_status) {
        const { status, billing_reason } = invoice;
        expect({ status, billing_reason }).toEqual({
          status: seen.invoice_status,
          billing_reason: seen.billing_reason,
        });
      }
      if (seen.credit !== undefined) {
        expect(lines[0]?.amount).toBe(seen.credit);
      }
    },
  );
});

/** Makes the recorded change at the recorded second, where the recording tells it. */
async function changeOf({ given, seen }: Fact<Change, Changed>) {
  const startedAt = given.subscription_start ?? given.period_before?.[0] ?? 0;
  const { stripe, clock, customer, price } = await world('pm_card_visa', startedAt);
  const before = await price(given.frm.price, given.frm.interval);
  const after = await price(given.to.price, given.to.interval);
  const started = await subscribe(stripe, customer, before, {
    billing_mode: { type: given.billing_mode },
  });

  const [credit, debit] = seen.lines ?? [];
  const anchorAfter = seen.anchor_moves ? seen.anchor_after : undefined;
  clock.now = anchorAfter ?? debit?.start ?? given.at ?? startedAt + 4;
  const proration_behavior =
    given.proration_behavior === 'create_prorations' ? given.proration_behavior : 'always_invoice';
  const subscription = await stripe.subscriptions.update(started.id, {
    items: [{ id: started.items.data[0]?.id ?? '', price: after.id }],
    proration_behavior,
    proration_date: credit?.start ?? clock.now,
    trial_end: 'now',
    ...(given.billing_cycle_anchor_param === 'now' && { billing_cycle_anchor: { type: 'now' } }),
    expand: ['latest_invoice'],
  });
  return { subscription, invoice: expanded(subscription.latest_invoice) };
}

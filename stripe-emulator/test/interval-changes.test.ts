import { describe, expect, it } from 'vitest';
import { expanded, subscribe, world } from './billing.ts';

const day = 24 * 3600;
const prices = {
  free: { amount: 0, interval: 'month' },
  week: { amount: 1100, interval: 'week' },
  month: { amount: 4000, interval: 'month' },
  year: { amount: 40_000, interval: 'year' },
} as const;
type Name = keyof typeof prices;
const names = Object.keys(prices) as Name[];
const began = Date.UTC(2026, 2, 10, 9, 30) / 1000;

/** The sums here are made without the emulator's rules: dates by the calendar, amounts by division. */
function later(from: number, { interval }: (typeof prices)[Name], periods: number): number {
  const date = new Date(from * 1000);
  if (interval === 'week') {
    return from + periods * 7 * day;
  }
  const months = interval === 'year' ? 12 * periods : periods;
  return (
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate(), 9, 30) / 1000
  );
}

/** From and to are the bounds of the period of these boundaries that holds an instant. */
function periodOf(anchor: number, price: (typeof prices)[Name], at: number) {
  let periods = 0;
  while (later(anchor, price, periods + 1) <= at) {
    periods += 1;
  }
  return { from: later(anchor, price, periods), to: later(anchor, price, periods + 1) };
}

const rounded = (amount: number) => Math.sign(amount) * Math.round(Math.abs(amount));

const instants: [string, (end: number) => number][] = [
  ['first day', () => began + day],
  ['middle', (end) => began + Math.floor((end - began) / 2)],
  ['last day', (end) => end - day],
];

const changes = names.flatMap((from) =>
  names
    .filter((to) => to !== from)
    .flatMap((to) => instants.map(([when, at]) => ({ from, to, when, at }))),
);

describe.each(['classic', 'flexible'] as const)('in %s billing', (type) => {
  it.each(changes)(
    '$from to $to, $when: shown = charged = the sum by hand',
    async ({ from, to, at }) => {
      const { stripe, clock, customer, price } = await world('pm_card_visa', began);
      const before = await price(prices[from].amount, prices[from].interval);
      const after = await price(prices[to].amount, prices[to].interval);
      const { id, items } = await subscribe(stripe, customer, before, { billing_mode: { type } });
      const { from: started, to: ends } = periodOf(began, prices[from], began);
      clock.now = at(ends);

      const isOtherInterval = prices[from].interval !== prices[to].interval;
      const isFromFree = prices[from].amount === 0;
      const movesAnchor = type === 'classic' && (isOtherInterval || isFromFree);
      const left = ends - clock.now;
      const credit = rounded((prices[from].amount * left) / (ends - started));
      const next = movesAnchor
        ? { from: clock.now, to: 0 }
        : periodOf(began, prices[to], clock.now);
      const debit = movesAnchor
        ? prices[to].amount
        : rounded((prices[to].amount * (next.to - clock.now)) / (next.to - next.from));

      const change = {
        items: [{ id: items.data[0]?.id ?? '', price: after.id }],
        proration_behavior: 'always_invoice' as const,
      };
      const shown = await stripe.invoices.createPreview({
        subscription: id,
        subscription_details: change,
      });
      const changed = await stripe.subscriptions.update(id, {
        ...change,
        expand: ['latest_invoice'],
      });
      const invoice = expanded(changed.latest_invoice);
      expect([shown.total, invoice.total]).toEqual([debit - credit, debit - credit]);
      expect(changed.billing_cycle_anchor).toBe(movesAnchor ? clock.now : began);
      if (!movesAnchor) {
        expect(changed.items.data[0]?.current_period_end).toBe(next.to);
      }
    },
  );
});

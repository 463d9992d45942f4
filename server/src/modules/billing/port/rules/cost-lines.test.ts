import { describe, expect, it } from 'vitest';
import { monthlyYearly, readPlans } from '../../../../../test/harness/plan-prices.ts';
import type { CostLine } from '../amounts.ts';
import { toBalanceLines, toLineDocuments } from './cost-lines.ts';

const from = new Date('2026-09-01T00:00:00Z');
const to = new Date('2026-09-07T00:00:00Z');
const period = { start: from.toISOString(), end: to.toISOString() };
const usd = (amount: number) => ({ amount, currency: 'usd' });

describe('toLineDocuments', () => {
  const settings = monthlyYearly();
  const pro = settings.plans.find(({ id }) => id === 'pro')?.prices[0];
  const line: CostLine = {
    kind: 'plan',
    amount: 4_000,
    priceId: pro?.priceIds[0] ?? '',
    quantity: 1,
    from,
    to,
  };

  it('a price of a plan: its plan, frequency, quantity and time', () => {
    expect(toLineDocuments([line], 'usd', settings)).toEqual([
      {
        kind: 'plan',
        amount: usd(4_000),
        plan_id: 'pro',
        frequency: pro?.frequency,
        quantity: 1,
        period,
      },
    ]);
  });

  it('several prices that no plan has: one line without a plan', () => {
    const others = ['x', 'y'].map((priceId) => ({ ...line, priceId }));
    const given = { ...line, kind: 'unused-time', amount: -500, priceId: 'x' } as const;
    expect(toLineDocuments([line, ...others, given], 'usd', settings)).toEqual([
      expect.objectContaining({ plan_id: 'pro', amount: usd(4_000) }),
      { kind: 'other', amount: usd(7_500) },
    ]);
  });

  it('a plan of two prices: one line with both amounts', () => {
    const plans = readPlans('hearth.json');
    const prices = plans.flatMap((plan) => plan.prices).find(({ priceIds }) => priceIds[1]);
    const both = (prices?.priceIds ?? []).map((priceId) => ({ ...line, priceId }));
    expect(both.length).toBe(2);
    const documents = toLineDocuments(both, 'usd', { plans });
    expect(documents.map(({ amount }) => amount)).toEqual([usd(8_000)]);
  });
});

describe('toBalanceLines', () => {
  it.each([
    { name: 'no balance', total: 1_000, due: 1_000, credit: 0, lines: [] },
    { name: 'credit', total: 1_000, due: 400, credit: 600, lines: [['credit-used', -600]] },
    { name: 'more credit', total: 1_000, due: 0, credit: 3_000, lines: [['credit-used', -1_000]] },
    { name: 'a debt', total: 1_000, due: 1_030, credit: -30, lines: [['debt', 30]] },
    {
      name: 'a total too small to charge',
      total: 30,
      due: 0,
      credit: 0,
      lines: [['carried', -30]],
    },
    {
      name: 'credit that leaves too little to charge',
      total: 1_000,
      due: 0,
      credit: 970,
      lines: [
        ['credit-used', -970],
        ['carried', -30],
      ],
    },
    { name: 'a total below zero', total: -700, due: 0, credit: 50, lines: [['credit-kept', 700]] },
    {
      name: 'a total below zero that pays off a debt',
      total: -700,
      due: 0,
      credit: -30,
      lines: [
        ['debt', 30],
        ['credit-kept', 670],
      ],
    },
    {
      name: 'a total below zero that pays a part of a debt',
      total: -700,
      due: 300,
      credit: -1_000,
      lines: [['debt', 1_000]],
    },
  ])('$name: the total and the lines make what is due', ({ total, due, credit, lines }) => {
    const made = toBalanceLines({ total, due, credit });
    expect(made.map(({ kind, amount }) => [kind, amount])).toEqual(lines);
    expect(made.reduce((sum, { amount }) => sum + amount, total)).toBe(due);
  });
});

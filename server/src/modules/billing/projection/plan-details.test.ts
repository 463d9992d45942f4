import { expect, it } from 'vitest';
import { toPeriod } from './plan-details.ts';

const day = (date: number) => new Date(Date.UTC(2026, 8, date));
const line = (amount: number, from: Date, to: Date) => ({
  ...{ amount, gross: amount, from, to, priceId: null, quantity: 1 },
});
const paidUntil = day(30);

it('lines that begin before the invoice was written: the period begins with them', () => {
  const lines = [
    line(-500, day(1), day(30)),
    line(900, day(10), day(30)),
    line(10, day(3), day(9)),
  ];
  expect(toPeriod({ lines, paidUntil })).toEqual({
    period: { from: day(10).toISOString(), to: day(30).toISOString() },
  });
});

it.each([
  ['no time', { lines: [line(900, day(30), day(30))], paidUntil }],
  ['no line of that time', { lines: [line(900, day(1), day(7))], paidUntil }],
  ['nothing charged', { lines: [line(-900, day(1), day(30))], paidUntil: null }],
])('%s: no period', (_name, invoice) => {
  expect(toPeriod(invoice)).toEqual({});
});

import { describe, expect, it } from 'vitest';
import { shareDiscounts } from '../src/rules/discounts.ts';
import { settle, totalsOf } from '../src/rules/invoice-totals.ts';
import { percentOf, shareOf } from '../src/rules/money.ts';
import { type Interval, periodAt } from '../src/rules/periods.ts';
import { classicDiscounts, creditForBilled, debitForRest } from '../src/rules/proration.ts';
import { type TaxBehavior, taxOfLines } from '../src/rules/tax.ts';
import { factsOf } from './facts.ts';

describe('arithmetic as Stripe was recorded to do it', () => {
  it.each(
    factsOf<ProratedLine, { amount: number }>('proration.line').filter((fact) => fact.arithmetic),
  )('proration line, fact $id: $seen.amount', ({ given, seen }) => {
    const whole = given.price * given.quantity;
    const discounts = given.percent_off
      ? [{ discount: 'off', amount: percentOf(whole, given.percent_off) }]
      : [];
    const period = { start: given.period_start, end: given.period_end };
    const prorated =
      given.direction === 'credit'
        ? creditForBilled({ amount: whole, discounts, period }, given.at)
        : debitForRest(whole, discounts, period, given.at);
    expect(prorated.net).toBe(seen.amount);
  });

  it.each(
    factsOf<{ lines: { price: number | null; quantity: number }[] }, { amounts: number[] }>(
      'proration.ratio',
    ),
  )('all lines share one fraction of the period, fact $id', ({ given, seen }) => {
    const scale = 1_000_000_000;
    const weights = given.lines.map((line) => line.quantity * (line.price ?? 1));
    const lowest = Math.max(
      ...seen.amounts.map((amount, index) => (Math.abs(amount) - 0.5) / (weights[index] ?? 1)),
    );
    const highest = Math.min(
      ...seen.amounts.map((amount, index) => (Math.abs(amount) + 0.5) / (weights[index] ?? 1)),
    );
    const fraction = Math.round(((lowest + highest) / 2) * scale);
    const amounts = weights.map((weight, index) =>
      shareOf(weight, Math.sign(seen.amounts[index] ?? 1) * fraction, scale),
    );
    expect(amounts).toEqual(seen.amounts);
  });

  it.each(
    factsOf<{ lines: number[] }, { total?: number; subtotal?: number; amount_due: number }>(
      'proration.invoice',
    ),
  )('sum of prorated lines, fact $id', ({ given, seen }) => {
    const { total } = totalsOf(given.lines.map((amount) => lineOf({ amount })));
    expect(total).toBe(seen.total ?? seen.amount_due);
  });

  it.each(
    factsOf<{ anchor: number; interval: Interval; interval_count: number; after?: number }, object>(
      'period',
    ),
  )('period, fact $id', ({ given, seen }) => {
    const { start, end } = periodAt(given.anchor, given, given.after ?? given.anchor);
    expect({ start, end }).toEqual(seen);
  });

  it.each(
    factsOf<
      { amount: number; discounts?: number[]; percent: number; behavior: TaxBehavior },
      { tax: number }
    >('tax.line').filter((fact) => !secondOfTwoLines.includes(fact.id)),
  )('tax of a line, fact $id', ({ given, seen }) => {
    const discounted = (given.discounts ?? []).reduce((sum, amount) => sum + amount, 0);
    expect(taxOfLines([{ ...given, amount: given.amount - discounted }])).toEqual([seen.tax]);
  });

  it('tax inside two lines of one invoice is rounded as a sum, facts 171 and 173', () => {
    const lines = [500, 1000].map((amount) => ({
      amount,
      percent: 21,
      behavior: 'inclusive' as const,
    }));
    expect(taxOfLines(lines)).toEqual([87, 173]);
  });

  it.each(
    factsOf<
      { lines: number[]; line_taxes?: number[]; percent_implied?: number },
      { total_tax?: number; tax?: number }
    >('tax.sum'),
  )('the tax of an invoice is the sum of its lines, fact $id', ({ given, seen }) => {
    const { percent_implied: percent = 0 } = given;
    const taxes =
      given.line_taxes ??
      taxOfLines(given.lines.map((amount) => ({ amount, percent, behavior: 'exclusive' })));
    expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(seen.total_tax ?? seen.tax);
  });

  it.each(factsOf<{ amount_off: number; lines: number[] }, { shares: number[] }>('discount.split'))(
    'an amount off over several lines, fact $id',
    ({ given, seen }) => {
      const lines = given.lines.map((amount) => ({ amount, discountable: true, product: null }));
      const shares = shareDiscounts(lines, [
        { id: 'off', percent_off: null, amount_off: given.amount_off },
      ]);
      expect(shares.map(([share]) => share?.amount)).toEqual(seen.shares);
    },
  );

  it.each(factsOf<{ lines: DiscountedLine[] }, DiscountedInvoice>('discount'))(
    'subtotal and total with discounts, fact $id',
    ({ given, seen }) => {
      const sum = (amounts: readonly number[]) =>
        amounts.reduce((before, amount) => before + amount, 0);
      const totals = totalsOf(
        given.lines.map(({ amount, own_discounts: own }, index) => {
          const discounts = seen.line_discounts[index] ?? [];
          return lineOf({
            amount,
            ownDiscounts: sum(discounts.slice(0, own)),
            invoiceDiscounts: sum(discounts.slice(own)),
            tax: index === 0 ? seen.exclusive_tax : 0,
          });
        }),
      );
      expect({ subtotal: totals.subtotal, total: totals.total }).toEqual({
        subtotal: seen.subtotal,
        total: seen.total,
      });
    },
  );

  it('percentages come off one after the other, the discounts of the line first, facts 181 to 188', () => {
    const percents = (line: number | undefined, percent_off: number) => ({
      id: `${percent_off}`,
      percent_off,
      amount_off: null,
      line,
    });
    const shares = shareDiscounts(
      [17_400, 8700].map((amount) => ({ amount, discountable: true, product: null })),
      [percents(undefined, 10), percents(1, 10)],
    );
    expect(shares.map((line) => line.map((share) => share.amount))).toEqual([[1740], [870, 783]]);
  });

  it('flexible billing credits what was debited, classic what the price is now, facts 78 to 80', () => {
    const april = { start: 0, end: 30 };
    const creditOf = (amount: number, discount: number) =>
      creditForBilled(
        { amount, discounts: [{ discount: 'off', amount: discount }], period: april },
        15,
      ).net;
    expect(creditOf(1000, 166)).toBe(-417);
    const [classicShare] = classicDiscounts(1000, null, [
      { id: 'off', percent_off: null, amount_off: 500 },
    ]);
    expect(creditOf(1000, classicShare?.amount ?? 0)).toBe(-250);

    const debit = debitForRest(1000, [], april, 20).net;
    const credit = (amount: number) =>
      creditForBilled({ amount, discounts: [], period: april }, 20).net;
    expect([credit(2000) + debit, credit(1000) + debit]).toEqual([-334, 0]);
  });

  it.each(
    factsOf<
      { total?: number; starting_balance: number },
      { amount_due: number; ending_balance: number }
    >('balance').filter((fact) => fact.given.total),
  )('credit of the customer pays an invoice, fact $id', ({ given, seen }) => {
    const { amount_due, ending_balance } = settle(given.total ?? 0, given.starting_balance, 50);
    expect({ amount_due, ending_balance }).toEqual({
      amount_due: seen.amount_due,
      ending_balance: seen.ending_balance,
    });
  });
});

/** Line 171 and 173 are the two lines of one invoice. */
const secondOfTwoLines = [171, 173];

interface ProratedLine {
  price: number;
  quantity: number;
  period_start: number;
  period_end: number;
  at: number;
  direction: 'credit' | 'debit';
  percent_off?: number;
}

interface DiscountedLine {
  amount: number;
  own_discounts: number;
}

interface DiscountedInvoice {
  line_discounts: number[][];
  subtotal: number;
  exclusive_tax: number;
  total: number;
}

function lineOf(line: {
  amount: number;
  ownDiscounts?: number;
  invoiceDiscounts?: number;
  tax?: number;
}) {
  return {
    ownDiscounts: 0,
    invoiceDiscounts: 0,
    tax: 0,
    taxBehavior: 'exclusive' as const,
    ...line,
  };
}

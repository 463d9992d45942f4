import { describe, expect, it } from 'vitest';
import { nextAttemptAt, pendingUpdateExpiry, trialWarningAt } from '../src/rules/due-times.ts';
import { settle } from '../src/rules/invoice-totals.ts';
import {
  formatAmount,
  minimumChargeOf,
  percentOf,
  shareOf,
  stepOf,
  timesDecimal,
} from '../src/rules/money.ts';
import { addMonths, boundary, type Interval, periodAt } from '../src/rules/periods.ts';
import { isTaxIdWellFormed, taxRuleOf } from '../src/rules/tax.ts';

const at = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const every = (interval: Interval, interval_count = 1) => ({ interval, interval_count });

describe('periods', () => {
  it('keep the day of the anchor through shorter months and leap years', () => {
    const months = [0, 1, 2, 3].map((n) => day(boundary(at('2026-01-31'), every('month'), n)));
    expect(months).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    expect(day(boundary(at('2024-02-29'), every('year'), 1))).toBe('2025-02-28');
    expect(day(boundary(at('2024-02-29'), every('year'), 4))).toBe('2028-02-29');
  });

  it('follow one another without a gap, before the anchor too', () => {
    for (const recurrence of [
      every('day', 3),
      every('week'),
      every('month'),
      every('month', 3),
      every('year'),
    ]) {
      for (const from of [at('2020-03-30'), at('2026-01-31'), at('2031-07-01')]) {
        const period = periodAt(at('2026-01-31'), recurrence, from);
        expect(period.start <= from && from < period.end).toBe(true);
        expect(periodAt(at('2026-01-31'), recurrence, period.end).start).toBe(period.end);
      }
    }
  });

  it('count months from the day', () => {
    expect(day(addMonths(at('2026-11-30'), 3))).toBe('2027-02-28');
  });
});

describe('amounts', () => {
  it('round half away from zero, exactly, for large amounts too', () => {
    expect([shareOf(5, 1, 2), shareOf(-5, 1, 2), shareOf(1, 1, 3), shareOf(-1, 1, 3)]).toEqual([
      3, -3, 0, 0,
    ]);
    expect(shareOf(99_999_999_999, 31_535_999, 31_536_000)).toBe(99_999_996_828);
  });

  it('take a price of fractions of a cent times the quantity', () => {
    expect([timesDecimal('0.05', 1000), timesDecimal('1.5', 3), timesDecimal('1000', 2)]).toEqual([
      50, 5, 2000,
    ]);
  });

  it('are written as Stripe writes them', () => {
    expect([
      formatAmount(1000, 'usd'),
      formatAmount(500, 'jpy'),
      formatAmount(1250, 'kwd').replace('\u00a0', ' '),
    ]).toEqual(['$10.00', '¥500', 'KWD 1.250']);
  });

  it('below the minimum are not charged but owed next time', () => {
    expect(settle(20, 0, 50)).toEqual({ amount_due: 0, ending_balance: 20 });
    expect(settle(4000, 20, 50)).toEqual({ amount_due: 4020, ending_balance: 0 });
    expect(settle(-700, 0, 50)).toEqual({ amount_due: 0, ending_balance: -700 });
    expect(minimumChargeOf('gbp')).toBe(30);
  });

  it('end in 0 where a currency has three decimals', () => {
    expect(['kwd', 'usd', 'jpy'].map(stepOf)).toEqual([10, 1, 1]);
    expect([5, 15, -15].map((amount) => shareOf(amount, 1, 1, 10))).toEqual([10, 20, -20]);
    expect(percentOf(2_500, 12.5, 10)).toBe(310);
  });
});

describe('due times', () => {
  it('a pending update expires after 23 hours, or with the trial or the period', () => {
    const hour = 3600;
    expect(pendingUpdateExpiry(0, null, 100 * hour)).toBe(23 * hour);
    expect(pendingUpdateExpiry(0, null, 5 * hour)).toBe(5 * hour);
    expect(pendingUpdateExpiry(0, 2 * hour, 5 * hour)).toBe(2 * hour);
  });

  it('a trial is announced three days before its end, or when it begins', () => {
    expect(day(trialWarningAt(at('2026-01-01'), at('2026-01-15')))).toBe('2026-01-12');
    expect(day(trialWarningAt(at('2026-01-01'), at('2026-01-02')))).toBe('2026-01-01');
  });

  it('attempts follow the configured days until none is left', () => {
    expect([1, 2, 3].map((attempts) => nextAttemptAt(0, attempts, [3, 5]))).toEqual([
      3 * 86_400,
      5 * 86_400,
      null,
    ]);
  });
});

describe('tax rules', () => {
  const payer = (country: string, more: object = {}) => ({
    place: { country, state: null, postal_code: null, ...more },
    taxIdTypes: [] as string[],
    exempt: 'none',
  });

  it('need a place that is precise enough', () => {
    expect(taxRuleOf(payer('US'), { country: 'US' })).toBeUndefined();
    expect(
      taxRuleOf(payer('US', { postal_code: '10001', state: 'NY' }), { country: 'US' })?.percent,
    ).toBe(8.875);
    expect(taxRuleOf(payer('DE'), { country: 'US' })).toMatchObject({
      percent: 19,
      reason: 'standard_rated',
      tax_type: 'vat',
    });
  });

  it('a business in another country than the seller pays its tax itself', () => {
    const business = { ...payer('DE'), taxIdTypes: ['eu_vat'] };
    expect(taxRuleOf(business, { country: 'US' })).toMatchObject({
      percent: 0,
      reason: 'reverse_charge',
    });
    expect(taxRuleOf(business, { country: 'DE' })).toMatchObject({
      percent: 19,
      reason: 'standard_rated',
    });
  });

  it('nothing is collected without a registration, nor from exempt customers', () => {
    expect(taxRuleOf(payer('DE'), { country: 'US', registrations: ['FR'] })?.reason).toBe(
      'not_collecting',
    );
    expect(taxRuleOf({ ...payer('DE'), exempt: 'exempt' }, { country: 'US' })?.reason).toBe(
      'customer_exempt',
    );
  });

  it('tax ids of a wrong form are told', () => {
    expect([isTaxIdWellFormed('eu_vat', 'DE123456789'), isTaxIdWellFormed('eu_vat', '12')]).toEqual(
      [true, false],
    );
  });
});

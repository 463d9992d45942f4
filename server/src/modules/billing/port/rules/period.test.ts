import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPeriods, periodAround } from './period.ts';

const dayMs = 24 * 3_600_000;
const day = (at: Date) => at.toISOString().slice(0, 10);

function listStarts(anchor: string, frequency: 'month' | 'year', count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    day(addPeriods(new Date(anchor), frequency, index)),
  );
}

describe('addPeriods', () => {
  it('anchor on Jan 31: the last day of each month, and the 31st again where there is one', () => {
    expect(listStarts('2026-01-31T09:30:15.250Z', 'month', 6)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
    ]);
  });

  it('anchor on Jan 30 in a leap year: clipped to Feb 29 only', () => {
    expect(listStarts('2028-01-30T00:00:00Z', 'month', 4)).toEqual([
      '2028-01-30',
      '2028-02-29',
      '2028-03-30',
      '2028-04-30',
    ]);
  });

  it('anchor on Feb 29: Feb 28 in common years, Feb 29 in the next leap year', () => {
    expect(listStarts('2024-02-29T23:59:59.999Z', 'year', 5)).toEqual([
      '2024-02-29',
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ]);
    expect(listStarts('2096-02-29T00:00:00Z', 'year', 9).slice(3)).toEqual([
      '2099-02-28',
      '2100-02-28',
      '2101-02-28',
      '2102-02-28',
      '2103-02-28',
      '2104-02-29',
    ]);
  });

  it('three years of months from Aug 31: 36 periods that meet, with the time of day kept', () => {
    const anchor = new Date('2026-08-31T22:15:30.001Z');
    const starts = Array.from({ length: 37 }, (_, index) => addPeriods(anchor, 'month', index));
    expect(day(starts[36] ?? anchor)).toBe('2029-08-31');
    expect(new Set(starts.map((at) => at.toISOString().slice(0, 7))).size).toBe(37);
    expect(new Set(starts.map((at) => at.toISOString().slice(10)))).toEqual(
      new Set(['T22:15:30.001Z']),
    );
    expect(starts.slice(0, 36).map((at, index) => [at, starts[index + 1]])).toEqual(
      starts.slice(0, 36).map((at) => {
        const { start, end } = periodAround(anchor, 'month', at);
        return [start, end];
      }),
    );
    expect(day(addPeriods(anchor, 'year', 3))).toBe('2029-08-31');
  });

  it('a negative count: counts back from the anchor', () => {
    const anchor = new Date('2026-03-31T12:00:00Z');
    expect(day(addPeriods(anchor, 'month', -1))).toBe('2026-02-28');
    expect(day(addPeriods(anchor, 'month', -13))).toBe('2025-02-28');
    expect(day(addPeriods(anchor, 'week', -1))).toBe('2026-03-24');
  });
});

describe('periods around an instant', () => {
  it('given the very start and the last millisecond: both are in the period, its end is not', () => {
    const anchor = new Date('2026-01-31T09:30:00Z');
    const february = { start: '2026-02-28T09:30:00.000Z', end: '2026-03-31T09:30:00.000Z' };
    for (const at of [february.start, '2026-03-31T09:29:59.999Z']) {
      const { start, end, count } = periodAround(anchor, 'month', new Date(at));
      expect([start.toISOString(), end.toISOString(), count]).toEqual([
        february.start,
        february.end,
        1,
      ]);
    }
    expect(periodAround(anchor, 'month', new Date(february.end)).count).toBe(2);
  });

  it('given any anchor and instant: periods touch, and hold the instant', () => {
    fc.assert(
      fc.property(instants, instants, frequencies, (anchor, at, frequency) => {
        const { start, end, count } = periodAround(anchor, frequency, at);
        expect(start <= at && at < end).toBe(true);
        expect(addPeriods(anchor, frequency, count)).toEqual(start);
        expect(periodAround(anchor, frequency, end).start).toEqual(end);
        const [shortest, longest] = bounds[frequency];
        const days = (end.getTime() - start.getTime()) / dayMs;
        expect(days >= shortest && days <= longest).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('given any anchor: a year is twelve months, and more periods are later', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -60, max: 60 }), (anchor, count) => {
        expect(addPeriods(anchor, 'year', count)).toEqual(addPeriods(anchor, 'month', 12 * count));
        const [month, next] = [count, count + 1].map((n) => addPeriods(anchor, 'month', n));
        expect(month && next && month < next).toBe(true);
        expect(month?.getUTCDate()).toBeLessThanOrEqual(anchor.getUTCDate());
      }),
      { numRuns: 500 },
    );
  });
});

const instants = fc.date({
  min: new Date('1995-01-01T00:00:00Z'),
  max: new Date('2120-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const frequencies = fc.constantFrom('week', 'month', 'year');
const bounds = { week: [7, 7], month: [28, 31], year: [365, 366] } as const;

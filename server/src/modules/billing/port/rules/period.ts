import type { Frequency } from '@hearth/contract';

// Periods as the calendar has them, all in UTC. Stripe counts from a subscription's billing cycle anchor in this way.

const dayMs = 24 * 3_600_000;
const months = { month: 1, year: 12 } as const;

/**
 * The instant that many periods after the anchor, or before it for a negative count. Always counted from the
 * anchor, so that a day cut off at the end of a short month is back in the next: Jan 31, Feb 28, Mar 31.
 */
export function addPeriods(anchor: Date, frequency: Frequency, count: number): Date {
  return frequency === 'week'
    ? new Date(anchor.getTime() + count * 7 * dayMs)
    : addMonths(anchor, count * months[frequency]);
}

/** Moves the instant to its day of a later month, cut off at the month's end. */
export function addMonths(anchor: Date, count: number): Date {
  const [year, month, day] = [anchor.getUTCFullYear(), anchor.getUTCMonth(), anchor.getUTCDate()];
  const timeOfDayMs = anchor.getTime() - Date.UTC(year, month, day);
  const clipped = Math.min(day, daysInMonth(year, month + count));
  return new Date(Date.UTC(year, month + count, clipped) + timeOfDayMs);
}

/** Day 0 of the next month is the last one of this. */
function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

export interface Period {
  readonly start: Date;
  /** Start of the next period. */
  readonly end: Date;
}

interface CountedPeriod extends Period {
  /** Periods from the anchor to the start. */
  readonly count: number;
}

/** The period around the instant, from its start up to and without its end. */
export function periodAround(anchor: Date, frequency: Frequency, at: Date): CountedPeriod {
  let count = estimateCount(anchor, frequency, at);
  while (addPeriods(anchor, frequency, count) > at) {
    count -= 1;
  }
  while (addPeriods(anchor, frequency, count + 1) <= at) {
    count += 1;
  }
  return {
    count,
    start: addPeriods(anchor, frequency, count),
    end: addPeriods(anchor, frequency, count + 1),
  };
}

/** Whether one is the longer period. */
export function isLonger(one: Frequency, other: Frequency): boolean {
  return averageDays[one] > averageDays[other];
}

/** An amount per period. */
interface Rate {
  readonly amount: number;
  readonly frequency: Frequency;
}

/** Whether one costs less per day. */
export function isCheaperPerDay(one: Rate, other: Rate): boolean {
  return one.amount * averageDays[other.frequency] < other.amount * averageDays[one.frequency];
}

/** At most one period off. */
function estimateCount(anchor: Date, frequency: Frequency, at: Date): number {
  const elapsedDays = (at.getTime() - anchor.getTime()) / dayMs;
  return Math.floor(elapsedDays / averageDays[frequency]);
}

const averageDays: Readonly<Record<Frequency, number>> = { week: 7, month: 30.4375, year: 365.25 };

/** Providers count a trial in days of 24 hours from the purchase. */
export function endOfTrial(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMs);
}

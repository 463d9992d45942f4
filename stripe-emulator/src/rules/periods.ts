export type Interval = 'day' | 'week' | 'month' | 'year';

export interface Recurrence {
  interval: Interval;
  interval_count: number;
}

export interface Period {
  start: number;
  end: number;
}

export const secondsPerHour = 3600;
export const secondsPerDay = 86_400;

const longestSeconds: Record<Interval, number> = {
  day: secondsPerDay,
  week: 7 * secondsPerDay,
  month: 31 * secondsPerDay,
  year: 366 * secondsPerDay,
};

/**
 * The n-th boundary after the anchor (n < 0: before it). A day that a month lacks becomes its last one; later months
 * return to the anchor's day: Jan 31, Feb 28, Mar 31.
 */
export function boundary(anchor: number, recurrence: Recurrence, n: number): number {
  const steps = n * recurrence.interval_count;
  if (recurrence.interval === 'day' || recurrence.interval === 'week') {
    return anchor + steps * longestSeconds[recurrence.interval];
  }

  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + steps * (recurrence.interval === 'year' ? 12 : 1));
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}

/** The period that holds this instant: start <= at < end. */
export function periodAt(anchor: number, recurrence: Recurrence, at: number): Period {
  const longest = longestSeconds[recurrence.interval] * recurrence.interval_count;
  let n =
    at >= anchor ? Math.floor((at - anchor) / longest) : -Math.ceil((anchor - at) / longest) * 2;
  while (boundary(anchor, recurrence, n + 1) <= at) {
    n += 1;
  }
  return { start: boundary(anchor, recurrence, n), end: boundary(anchor, recurrence, n + 1) };
}

export function addMonths(at: number, months: number): number {
  return boundary(at, { interval: 'month', interval_count: 1 }, months);
}

export function isSameRecurrence(one: Recurrence, other: Recurrence): boolean {
  return one.interval === other.interval && one.interval_count === other.interval_count;
}

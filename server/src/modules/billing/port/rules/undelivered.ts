import { minorStep } from '@hearth/contract';

/** A line of an invoice and the time it pays for; the unit of the instants does not matter. */
export interface TimedLine {
  /** Minor units; negative for what is given back. */
  readonly amount: number;
  readonly start: number;
  readonly end: number;
}

interface EndedPeriod {
  /** The invoice's total in minor units, after discounts and taxes. */
  readonly total: number;
  readonly currency: string;
  readonly lines: readonly TimedLine[];
  readonly endedAt: number;
}

/**
 * Part of the total that pays for time after the subscription ended, each line by its own period.
 * A fraction of the smallest amount that can be charged counts as undelivered, in the customer's favor.
 */
export function computeUndelivered({ total, currency, lines, endedAt }: EndedPeriod): number {
  const asked = sum(lines.map(({ amount }) => amount));
  const undelivered = sum(lines.map((line) => undeliveredOf(line, endedAt)));
  const step = minorStep(currency);
  const part = asked > 0 ? Math.ceil((total * undelivered) / asked / step) * step : total;
  return Math.min(total, Math.max(0, part));
}

function undeliveredOf({ amount, start, end }: TimedLine, endedAt: number): number {
  const whole = end - start;
  const left = Math.min(whole, Math.max(0, end - endedAt));
  return whole > 0 ? (amount * left) / whole : 0;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

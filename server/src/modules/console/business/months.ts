import { mostRevenueMonths } from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';

export interface Month {
  /** `2026-11`. */
  readonly name: string;
  readonly start: Date;
  /** Start of the next month; now in the present one. */
  readonly end: Date;
}

/** The months from one to the other, in UTC; those to come are left out. */
export function listMonths(from: string, to: string, now: Date): Month[] {
  const first = startOf(from);
  const count = monthsBetween(first, startOf(to)) + 1;
  refuseUnless(count >= 1 && count <= mostRevenueMonths, 'operator/too-many-months');
  return Array.from({ length: count }, (_, place) => toMonth(addMonth(first, place), now)).filter(
    ({ start }) => start <= now,
  );
}

function toMonth(start: Date, now: Date): Month {
  const next = addMonth(start, 1);
  return { name: start.toISOString().slice(0, 7), start, end: next < now ? next : now };
}

const startOf = (name: string) => new Date(`${name}-01T00:00:00.000Z`);

const addMonth = (start: Date, count: number) =>
  new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count, 1));

const monthsBetween = (one: Date, other: Date) =>
  (other.getUTCFullYear() - one.getUTCFullYear()) * 12 + other.getUTCMonth() - one.getUTCMonth();

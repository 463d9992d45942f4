import { type Frequency, minorStep, toChargeable } from '@hearth/contract';
import { addPeriods } from '../../../port/period.ts';
import type { SandboxPlan } from './catalogue.ts';
import type { LineTax } from './tax-rules.ts';

/** One line of an invoice; the page adds its text. */
export interface InvoiceLine {
  readonly kind: 'period' | 'unused' | 'remaining';
  readonly plan: string;
  readonly priceId: string;
  /** Minor units; negative for a credit. */
  readonly amount: number;
  /** ISO 8601 instants. */
  readonly from: string;
  readonly to: string;
  /** How long a whole period is; absent in lines of an older version, which were all weekly. */
  readonly frequency?: Frequency;
  /** Absent where no tax is computed. */
  readonly tax?: LineTax;
}

export interface Period {
  readonly periodStart: Date;
  readonly periodEnd: Date;
}

/** Charged for the present prices, as JSON keeps it. */
export interface Debit {
  /** Minor units, after the discount. */
  readonly amount: number;
  /** ISO 8601: start of the time that it pays for, up to the end of the period. */
  readonly from: string;
  /** Tax with which it was charged. */
  readonly tax?: Omit<LineTax, 'amount'>;
}

/** A period with what was charged for it. */
interface ChargedPeriod extends Period {
  readonly debit: Debit | null;
}

/** A period that begins at the instant, and from which later ones are counted. */
export function newPeriod({ frequency }: SandboxPlan, at: Date): Period {
  return { periodStart: at, periodEnd: addPeriods(at, frequency, 1) };
}

/** The one rounding rule: the part of the amount, half a cent upwards. */
export function prorate(amount: number, partMs: number, wholeMs: number): number {
  // The product of cents and milliseconds leaves the range of exact numbers.
  const [cents, part, whole] = [BigInt(amount), BigInt(partMs), BigInt(wholeMs)];
  return Number((2n * cents * part + whole) / (2n * whole));
}

/** One line per price of the plan. */
export function periodLines(plan: SandboxPlan, { periodStart, periodEnd }: Period): InvoiceLine[] {
  return share(plan.total.amount, plan).map(({ priceId, amount }) => ({
    kind: 'period',
    plan: plan.name,
    priceId,
    amount,
    from: periodStart.toISOString(),
    to: periodEnd.toISOString(),
    frequency: plan.frequency,
  }));
}

/** Whether a change begins a whole new period: at another frequency, and after a price of 0. */
export function beginsPeriod(from: SandboxPlan, to: SandboxPlan): boolean {
  const isFromFree = from.total.amount === 0 && to.total.amount > 0;
  return isFromFree || from.frequency !== to.frequency;
}

/** Whether a change charges more time or a higher price: who buys means to stay. */
export function isBought(from: SandboxPlan, to: SandboxPlan): boolean {
  const { amount } = to.total;
  return amount > 0 && (beginsPeriod(from, to) || amount > from.total.amount);
}

interface Change {
  readonly from: SandboxPlan;
  readonly to: SandboxPlan;
  readonly period: ChargedPeriod;
  readonly at: Date;
}

/** Lines for the rest of the period: a credit for the old plan and a charge for the new one. */
export function changeLines({ from, to, period, at }: Change): InvoiceLine[] {
  const remaining = restLines(to, wholePrice(to, period), at);
  return [
    ...unusedLines(from, period, at),
    ...remaining.map((line) => ({ ...line, kind: 'remaining' as const })),
  ];
}

/** Credit for the rest of the period: the part of what was charged for it, after its discount and with its tax, which `priceLines` computes. */
export function unusedLines(plan: SandboxPlan, period: ChargedPeriod, at: Date): InvoiceLine[] {
  const { debit, periodEnd } = period;
  const charged = debit
    ? { amount: debit.amount, from: new Date(debit.from), to: periodEnd }
    : wholePrice(plan, period);
  return restLines(plan, charged, at).map((line) => ({
    ...line,
    kind: 'unused' as const,
    amount: 0 - line.amount,
    ...(debit?.tax && { tax: { ...debit.tax, amount: 0 } }),
  }));
}

/** An amount and the time that it pays for. */
interface Charged {
  readonly amount: number;
  readonly from: Date;
  readonly to: Date;
}

function wholePrice({ total }: SandboxPlan, { periodStart, periodEnd }: Period): Charged {
  return { amount: total.amount, from: periodStart, to: periodEnd };
}

/** None for an amount of 0. Rounded once per plan, so that a change is wrong by one cent at most. */
function restLines(
  plan: SandboxPlan,
  { amount, from, to }: Charged,
  at: Date,
): Omit<InvoiceLine, 'kind'>[] {
  if (amount === 0) {
    return [];
  }
  const endMs = to.getTime();
  const wholeMs = endMs - from.getTime();
  const leftMs = Math.min(wholeMs, Math.max(0, endMs - at.getTime()));
  const span = { from: new Date(endMs - leftMs).toISOString(), to: to.toISOString() };
  const rest = share(toChargeable(prorate(amount, leftMs, wholeMs), plan.total.currency), plan);
  return rest.map((part) => ({ plan: plan.name, ...part, ...span }));
}

export function sum(lines: readonly Pick<InvoiceLine, 'amount'>[]): number {
  return lines.reduce((total, { amount }) => total + amount, 0);
}

/** Splits a total, given the customer's credit. */
export interface Settlement {
  readonly due: number;
  readonly creditUsed: number;
  /** Credit that a negative total adds. */
  readonly creditAdded: number;
  readonly creditAfter: number;
}

export function settle(total: number, credit: number): Settlement {
  const creditUsed = Math.min(Math.max(0, total), credit);
  const creditAdded = Math.max(0, 0 - total);
  return {
    due: Math.max(0, total) - creditUsed,
    creditUsed,
    creditAdded,
    creditAfter: credit - creditUsed + creditAdded,
  };
}

/** Divides an amount among the prices; the first ones get the remainder. */
function share(
  amount: number,
  { priceIds, total }: SandboxPlan,
): { priceId: string; amount: number }[] {
  const step = minorStep(total.currency);
  const each = Math.floor(amount / step / priceIds.length) * step;
  const left = amount - each * priceIds.length;
  return priceIds.map((priceId, index) => ({
    priceId,
    amount: each + Math.max(0, Math.min(step, left - index * step)),
  }));
}

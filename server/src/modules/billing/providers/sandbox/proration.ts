import type { AmountParts } from '../../port/payment-provider.ts';
import type { SandboxPlan } from './catalogue.ts';

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
}

export interface Period {
  readonly periodStart: Date;
  readonly periodEnd: Date;
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
  }));
}

interface Change {
  readonly from: SandboxPlan;
  readonly to: SandboxPlan;
  readonly period: Period;
  readonly at: Date;
}

/** Lines for the rest of the period: a credit for the old plan and a charge for the new one. */
export function changeLines({ from, to, period, at }: Change): InvoiceLine[] {
  const endMs = period.periodEnd.getTime();
  const wholeMs = endMs - period.periodStart.getTime();
  const leftMs = Math.min(wholeMs, Math.max(0, endMs - at.getTime()));
  const span = {
    from: new Date(endMs - leftMs).toISOString(),
    to: period.periodEnd.toISOString(),
  };
  // Rounded once per plan, so that a change is wrong by one cent at most.
  const rest = (plan: SandboxPlan) =>
    share(prorate(plan.total.amount, leftMs, wholeMs), plan)
      .filter(() => plan.total.amount > 0)
      .map((part) => ({ plan: plan.name, ...part, ...span }));
  return [
    ...rest(from).map((line) => ({ ...line, kind: 'unused' as const, amount: 0 - line.amount })),
    ...rest(to).map((line) => ({ ...line, kind: 'remaining' as const })),
  ];
}

export function sum(lines: readonly InvoiceLine[]): number {
  return lines.reduce((total, { amount }) => total + amount, 0);
}

/** The sandbox has neither discounts nor taxes. */
export function plainParts(total: number): AmountParts {
  return { subtotal: total, discount: 0, tax: 0, isTaxIncluded: false };
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
function share(amount: number, { priceIds }: SandboxPlan): { priceId: string; amount: number }[] {
  const each = Math.floor(amount / priceIds.length);
  const left = amount - each * priceIds.length;
  return priceIds.map((priceId, index) => ({ priceId, amount: each + (index < left ? 1 : 0) }));
}

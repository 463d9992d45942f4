import type { ChargeLine, Monthly, PriceBook } from './price-book.ts';

/** An invoice of a project, as far as it charges for a time. */
export interface ChargingInvoice {
  readonly at: Date;
  /** When it was paid, if only by credit; null if it was not. */
  readonly paidAt: Date | null;
  readonly currency: string;
  readonly lines: readonly ChargeLine[];
}

/** From this instant on the project brings so much a month; until the next step. */
export interface Step {
  readonly at: Date;
  /** Twelfths of minor units; 0 from the end on. */
  readonly twelfths: number;
  readonly currency: string;
  /** Of what is charged; that of the step before if nothing is. */
  readonly planId: string | undefined;
  readonly frequency: Monthly['frequency'];
}

interface Project {
  /** When it was canceled; null while it runs. */
  readonly endedAt: Date | null;
  /** Until when a renewal that has not come yet is waited for; null if none is expected. */
  readonly expectedAt: Date | null;
  /** Oldest first. */
  readonly invoices: readonly ChargingInvoice[];
}

/**
 * What a project brings a month, from its invoices: the whole price of what was charged last and not credited since, less
 * discounts and before tax. An invoice counts once it is paid; a renewal counts at once, because who pays late is still a
 * customer until the project ends.
 */
export function toTimeline({ endedAt, expectedAt, invoices }: Project, book: PriceBook): Step[] {
  const steps: Step[] = [];
  let inForce: Held[] = [];
  for (const counted of listCounted(invoices)) {
    const { at, invoice } = counted;
    const over = endOf(inForce);
    if (over !== undefined && over.getTime() + lateMs < at.getTime()) {
      // Nothing renewed it, so it had ended in between.
      end(steps, over);
      inForce = [];
    }
    inForce = replace(inForce, counted);
    if (inForce.length > 0) {
      push(steps, { at, currency: invoice.currency, ...addUp(inForce, book) });
    } else {
      end(steps, at);
    }
  }
  endLast(steps, endOf(inForce), [expectedAt, endedAt]);
  return steps;
}

/** The last period ends, unless its renewal is still waited for, or the project has ended before. */
function endLast(
  steps: Step[],
  until: Date | undefined,
  [expectedAt, endedAt]: readonly [Date | null, Date | null],
): void {
  if (until !== undefined) {
    const last = expectedAt && expectedAt > until ? expectedAt : until;
    end(steps, endedAt !== null && endedAt < last ? endedAt : last);
  }
}

/** A line that goes on being charged. */
interface Held {
  readonly line: ChargeLine;
  /** All that its invoice charges for. */
  readonly lines: readonly ChargeLine[];
}

/** A renewal charges for all there is; a change credits the lines in whose place it charges others. */
function replace(before: readonly Held[], { invoice, at, isRenewal }: Counted): Held[] {
  const { lines } = invoice;
  const charged = lines.filter(({ gross, to }) => gross > 0 && to > at);
  const replaced = new Set(lines.map(({ priceId }) => priceId));
  const kept = isRenewal ? [] : before.filter(({ line }) => !replaced.has(line.priceId));
  return [...kept, ...charged.map((line) => ({ line, lines: charged }))];
}

function addUp(held: readonly Held[], book: PriceBook): Monthly {
  const parts = held.map(({ line, lines }) => book.monthlyOf(line, lines));
  const largest = parts.reduce((one, other) => (other.twelfths > one.twelfths ? other : one));
  return { ...largest, twelfths: parts.reduce((sum, { twelfths }) => sum + twelfths, 0) };
}

function endOf(held: readonly Held[]): Date | undefined {
  return held.length === 0
    ? undefined
    : new Date(Math.max(...held.map(({ line }) => line.to.getTime())));
}

/** A renewal may be finalized this long after its period has begun. */
export const lateMs = 2 * 24 * 3_600_000;

interface Counted {
  readonly invoice: ChargingInvoice;
  /** From when on it counts. */
  readonly at: Date;
  readonly isRenewal: boolean;
}

/** Invoices that count, by when they do. */
function listCounted(invoices: readonly ChargingInvoice[]): Counted[] {
  const counted: Counted[] = [];
  let until: number | undefined;
  for (const invoice of invoices) {
    const begins = Math.min(...invoice.lines.map(({ from }) => from.getTime()));
    const isRenewal = until !== undefined && begins >= until;
    const at = isRenewal ? invoice.at : invoice.paidAt;
    if (at !== null) {
      counted.push({ invoice, at, isRenewal });
      until = Math.max(...invoice.lines.map(({ to }) => to.getTime()));
    }
  }
  return counted.sort((one, other) => one.at.getTime() - other.at.getTime());
}

function end(steps: Step[], at: Date): void {
  const last = steps.at(-1);
  if (last && last.twelfths > 0) {
    push(steps, { ...last, at, twelfths: 0 });
  }
}

/** The later of two steps at one instant counts. */
function push(steps: Step[], step: Step): void {
  while (steps.length > 0 && (steps.at(-1)?.at ?? step.at) >= step.at) {
    steps.pop();
  }
  steps.push(step);
}

import type { OwnIntent } from './books.ts';
import type { OutsideAction } from './outside-actions.ts';

/** Actions of a history behind the product's back, so that no check takes them for a fault. */
export interface Planted {
  /** Invoices that an operator caused or settled in the dashboard. */
  readonly invoices: Set<string>;
  /** Intents that a restored backup has forgotten, as they were then. */
  readonly intents: Map<string, OwnIntent>;
  /** Projects that were founded after the backup that was restored. */
  readonly projects: Set<string>;
  /** Projects whose prices were changed by hand. */
  readonly repriced: Set<string>;
  /** Invoices of which an operator has asked to refund all that was left. */
  readonly refundsOfAll: Set<string>;
  /** How often each action was really done. */
  readonly tally: Map<string, number>;
}

export const newPlanted = (): Planted => ({
  invoices: new Set(),
  intents: new Map(),
  projects: new Set(),
  repriced: new Set(),
  refundsOfAll: new Set(),
  tally: new Map(),
});

/** How often each was done, in a line for whoever runs the histories. */
export function describeTally(tally: ReadonlyMap<string, number>): string {
  const parts = [...tally].sort(([one], [other]) => one.localeCompare(other));
  return parts.map(([what, times]) => `${what} ${times}`).join(', ');
}

export function addTally(sum: Map<string, number>, { tally }: Planted): void {
  for (const [what, times] of tally) {
    sum.set(what, (sum.get(what) ?? 0) + times);
  }
}

export function count({ tally }: Planted, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}

/** Noted before it is done: the bank may ask, and it is done later. */
export function notePriced(
  { repriced }: Planted,
  { what }: OutsideAction,
  projectId: string,
): void {
  if (['price', 'quantity'].includes(what)) {
    repriced.add(projectId);
  }
}

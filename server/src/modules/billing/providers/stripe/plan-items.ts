import type Stripe from 'stripe';
import { InstantOutsidePeriod } from '../../port/change-refused.ts';

interface ItemChange {
  readonly id?: string;
  readonly price?: string;
  readonly quantity?: number;
  readonly deleted?: boolean;
}

/** Changes the items to the wanted prices. Items keep their ids, because one without an id would be added. */
export function itemChanges(
  { items }: Stripe.Subscription,
  priceIds: readonly string[],
): ItemChange[] {
  const leaving = items.data.filter(({ price }) => !priceIds.includes(price.id));
  const coming = priceIds.filter((id) => !items.data.some(({ price }) => price.id === id));
  const replaced = coming.map((price, index) => {
    const item = leaving[index];
    return { ...(item && { id: item.id }), price, quantity: 1 };
  });
  const surplus = leaving.slice(coming.length).map(({ id }) => ({ id, deleted: true }));
  return [...replaced, ...surplus];
}

/** Refuses an instant outside the period of any item. An item that was added in the dashboard has its own period. */
export function requireInPeriod({ items }: Stripe.Subscription, at: Date): void {
  const seconds = toSeconds(at);
  const isInside = items.data.every(
    ({ current_period_start, current_period_end }) =>
      seconds >= current_period_start && seconds <= current_period_end,
  );
  if (!isInside) {
    throw new InstantOutsidePeriod();
  }
}

/** Stripe's instants are whole seconds. */
export function toSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

import type Stripe from 'stripe';
import { InstantOutsidePeriod } from '../../port/change-refused.ts';

interface ItemChange {
  readonly id?: string;
  readonly price?: string;
  readonly quantity?: number;
  readonly deleted?: boolean;
}

/** What turns the items into the wanted prices; an item keeps its id, since one without is added and billed too. */
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

/** Stripe computes no time outside the period of any item; an item that was added in the dashboard has one of its own. */
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

import type Stripe from 'stripe';
import { InstantOutsidePeriod } from '../../port/change-refused.ts';
import { periodOf } from './subscription.ts';

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

/** Stripe reckons no time of another period. */
export function requireInPeriod(subscription: Stripe.Subscription, at: Date): void {
  const seconds = toSeconds(at);
  const { start, end } = periodOf(subscription);
  if (seconds < start || seconds > end) {
    throw new InstantOutsidePeriod();
  }
}

/** As Stripe reckons instants. */
export function toSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

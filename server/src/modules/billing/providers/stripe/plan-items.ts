import type Stripe from 'stripe';
import { InstantOutsidePeriod, PaymentOpen } from '../../port/change-refused.ts';
import type { Connection } from './connection.ts';
import { latestInvoiceOf, periodOf, toStatus } from './subscription.ts';

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

/**
 * Time that is not paid must not become credit. For an hour after a renewal the subscription is
 * active while its invoice is a draft that nobody has paid.
 */
export function requirePaid(subscription: Stripe.Subscription): void {
  const isDraft = latestInvoiceOf(subscription)?.status === 'draft';
  if (toStatus(subscription) !== 'active' || isDraft) {
    throw new PaymentOpen();
  }
}

/** Stripe reckons no time of another period. */
export function requireInPeriod(subscription: Stripe.Subscription, at: Date): void {
  const seconds = toSeconds(at);
  const { start, end } = periodOf(subscription);
  if (seconds < start || seconds > end) {
    throw new InstantOutsidePeriod();
  }
}

/** What a period costs now. */
export function presentTotal({ items }: Stripe.Subscription): number {
  return items.data.reduce(
    (total, { price, quantity }) => total + (price.unit_amount ?? 0) * (quantity ?? 1),
    0,
  );
}

/** What a period costs at the prices. */
export async function totalOf(
  connection: Connection,
  priceIds: readonly string[],
): Promise<number> {
  const amounts = await Promise.all(priceIds.map((id) => readUnitAmount(connection, id)));
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** As Stripe reckons instants. */
export function toSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

async function readUnitAmount({ stripe, unitAmounts }: Connection, id: string): Promise<number> {
  const known = unitAmounts.get(id);
  if (known !== undefined) {
    return known;
  }
  const { unit_amount } = await stripe.prices.retrieve(id);
  if (unit_amount === null) {
    throw new Error(`Price ${id} is not a fixed amount in whole minor units.`);
  }
  unitAmounts.set(id, unit_amount);
  return unit_amount;
}

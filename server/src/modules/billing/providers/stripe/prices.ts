import type Stripe from 'stripe';
import type { Connection } from './connection.ts';

/** Reads a price and remembers its amount, so that the process asks for it once. */
export async function retrievePrice(
  { stripe, unitAmounts }: Connection,
  id: string,
): Promise<Stripe.Price> {
  const price = await stripe.prices.retrieve(id);
  if (price.unit_amount !== null) {
    unitAmounts.set(id, price.unit_amount);
  }
  return price;
}

/** Computes the cost of a period at the prices. */
export async function totalOf(
  connection: Connection,
  priceIds: readonly string[],
): Promise<number> {
  const amounts = await Promise.all(priceIds.map((id) => readUnitAmount(connection, id)));
  return amounts.reduce((total, amount) => total + amount, 0);
}

async function readUnitAmount(connection: Connection, id: string): Promise<number> {
  const known = connection.unitAmounts.get(id);
  if (known !== undefined) {
    return known;
  }
  const { unit_amount } = await retrievePrice(connection, id);
  if (unit_amount === null) {
    throw new Error(`Price ${id} is not a fixed amount in whole minor units.`);
  }
  return unit_amount;
}

import type Stripe from 'stripe';
import type { Connection } from './connection.ts';

/** Its amount is kept, so that a price is asked for once in the life of the process. */
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

/** What a period costs at the prices. */
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

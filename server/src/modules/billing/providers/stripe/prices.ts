import type Stripe from 'stripe';
import type { Connection, PriceTerms } from './connection.ts';

/** Reads a price and remembers its terms, so that the process asks for it once. */
export async function retrievePrice(
  { stripe, priceTerms }: Connection,
  id: string,
): Promise<Stripe.Price> {
  const price = await stripe.prices.retrieve(id);
  const terms = toTerms(price);
  if (terms) {
    priceTerms.set(id, terms);
  }
  return price;
}

/** Reads the terms of the prices, in their order. */
export function readTerms(
  connection: Connection,
  priceIds: readonly string[],
): Promise<readonly PriceTerms[]> {
  return Promise.all(priceIds.map((id) => readTermsOf(connection, id)));
}

async function readTermsOf(connection: Connection, id: string): Promise<PriceTerms> {
  const terms = connection.priceTerms.get(id) ?? toTerms(await retrievePrice(connection, id));
  if (!terms) {
    throw new Error(`Price ${id} is not a fixed recurring amount in whole minor units.`);
  }
  return terms;
}

function toTerms({ unit_amount, recurring }: Stripe.Price): PriceTerms | undefined {
  return unit_amount === null || !recurring
    ? undefined
    : {
        amount: unit_amount,
        interval: recurring.interval,
        intervalCount: recurring.interval_count,
      };
}

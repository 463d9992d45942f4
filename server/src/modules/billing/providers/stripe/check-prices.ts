import Stripe from 'stripe';
import type { ConfiguredPrice, PriceFaults } from '../../port/provider-objects.ts';
import { type Connection, isLiveKey } from './connection.ts';
import { retrievePrice } from './prices.ts';
import { isMissing } from './stripe-errors.ts';

export async function checkPrices(
  connection: Connection,
  configured: readonly ConfiguredPrice[],
  publishableKey: string,
): Promise<PriceFaults> {
  const account: string[] = [];
  const prices: (readonly string[])[] = [];
  if (isLiveKey(publishableKey) !== connection.isLive) {
    account.push('Of the secret and the publishable key, one is for tests and the other is live.');
  }
  try {
    for (const price of configured) {
      prices.push(await findFaults(connection, price));
    }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeAuthenticationError)) {
      throw error;
    }
    account.push('Stripe does not accept the secret key.');
  }
  return { account, prices };
}

async function findFaults(
  connection: Connection,
  configured: ConfiguredPrice,
): Promise<readonly string[]> {
  const { priceIds, total } = configured;
  const prices = await Promise.all(priceIds.map((id) => findPrice(connection, id)));
  const unknown = priceIds.filter((_, index) => !prices[index]);
  if (unknown.length > 0) {
    return unknown.map((id) => `Price ${id} is unknown to Stripe's ${modeOf(connection)} mode.`);
  }
  const known = prices.filter((price) => price !== undefined);
  const faults = known.flatMap((price) => faultsOfPrice(connection, price, configured));
  const sum = known.reduce((amount, price) => amount + (price.unit_amount ?? 0), 0);
  if (total !== null && sum !== total.amount) {
    faults.push(
      `${priceIds.join(' and ')} cost ${sum} in minor units, the configuration says ${total.amount}.`,
    );
  }
  return faults;
}

async function findPrice(connection: Connection, id: string): Promise<Stripe.Price | undefined> {
  try {
    return await retrievePrice(connection, id);
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}

/** A retired price may be inactive and cost anything. */
function faultsOfPrice(
  connection: Connection,
  { id, active, livemode, recurring, ...price }: Stripe.Price,
  { frequency, currency, total, tax }: ConfiguredPrice,
): string[] {
  const isSold = total !== null;
  const isFixed =
    price.billing_scheme === 'per_unit' &&
    recurring?.usage_type === 'licensed' &&
    price.unit_amount !== null;
  const recurs = recurrenceOf(recurring);
  // Without one of its own, the default of Stripe's tax settings applies, which no request reads.
  const behavior = price.tax_behavior === 'unspecified' ? null : price.tax_behavior;
  const faults: readonly (readonly [boolean, string])[] = [
    [livemode !== connection.isLive, `is not of Stripe's ${modeOf(connection)} mode`],
    [isSold && !active, 'is not active'],
    [
      recurs !== `recurs every ${frequency}`,
      `${recurs}, the configuration says every ${frequency}`,
    ],
    [isSold && !isFixed, 'is not a fixed amount in whole minor units'],
    [price.currency !== currency, `is in ${price.currency}, the configuration says ${currency}`],
    [
      tax !== undefined && behavior !== null && behavior !== tax,
      `has the tax behavior ${behavior}, the configuration says ${tax}`,
    ],
  ];
  return faults.filter(([isFault]) => isFault).map(([, words]) => `Price ${id} ${words}.`);
}

function recurrenceOf(recurring: Stripe.Price.Recurring | null): string {
  if (!recurring) {
    return 'does not recur';
  }
  const { interval, interval_count } = recurring;
  return `recurs every ${interval_count === 1 ? interval : `${interval_count} ${interval}s`}`;
}

function modeOf({ isLive }: Connection): string {
  return isLive ? 'live' : 'test';
}

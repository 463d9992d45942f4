import Stripe from 'stripe';
import type { Money, PaymentProvider } from '../../port/payment-provider.ts';
import { type Connection, isLiveKey } from './connection.ts';
import { isMissing } from './stripe-errors.ts';

type ConfiguredPrices = Parameters<PaymentProvider['checkPrices']>[0];

export async function checkPrices(
  connection: Connection,
  configured: ConfiguredPrices,
  publishableKey: string,
): Promise<readonly string[]> {
  const faults: string[] = [];
  if (isLiveKey(publishableKey) !== connection.isLive) {
    faults.push('Of the secret and the publishable key, one is for tests and the other is live.');
  }
  try {
    for (const plan of configured) {
      faults.push(...(await faultsOfPlan(connection, plan)));
    }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeAuthenticationError)) {
      throw error;
    }
    faults.push('Stripe does not accept the secret key.');
  }
  return faults;
}

async function faultsOfPlan(
  connection: Connection,
  { priceIds, total }: ConfiguredPrices[number],
): Promise<readonly string[]> {
  const prices = await Promise.all(priceIds.map((id) => findPrice(connection, id)));
  const unknown = priceIds.filter((_, index) => !prices[index]);
  if (unknown.length > 0) {
    return unknown.map((id) => `Price ${id} is unknown to Stripe's ${modeOf(connection)} mode.`);
  }
  const known = prices.filter((price) => price !== undefined);
  const faults = known.flatMap((price) => faultsOfPrice(connection, price, total));
  const sum = known.reduce((amount, price) => amount + (price.unit_amount ?? 0), 0);
  if (sum !== total.amount) {
    faults.push(
      `${priceIds.join(' and ')} cost ${sum} in minor units, the configuration says ${total.amount}.`,
    );
  }
  return faults;
}

async function findPrice({ stripe }: Connection, id: string): Promise<Stripe.Price | undefined> {
  try {
    return await stripe.prices.retrieve(id);
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}

function faultsOfPrice(connection: Connection, price: Stripe.Price, total: Money): string[] {
  const { id, active, currency, livemode, recurring } = price;
  const isWeekly = recurring?.interval === 'week' && recurring.interval_count === 1;
  const isFixed = price.billing_scheme === 'per_unit' && recurring?.usage_type === 'licensed';
  const faults: readonly (readonly [boolean, string])[] = [
    [livemode !== connection.isLive, `is not of Stripe's ${modeOf(connection)} mode`],
    [!active, 'is not active'],
    [!isWeekly, 'does not recur every week'],
    [!isFixed || price.unit_amount === null, 'is not a fixed amount in whole minor units'],
    [currency !== total.currency, `is in ${currency}, the configuration says ${total.currency}`],
  ];
  return faults.filter(([isFault]) => isFault).map(([, words]) => `Price ${id} ${words}.`);
}

function modeOf({ isLive }: Connection): string {
  return isLive ? 'live' : 'test';
}

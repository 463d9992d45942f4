import type { Frequency, ListedSubscription, Money, PublicPlan } from '@hearth/contract';

interface Charged {
  readonly price: Money;
  readonly frequency: Frequency | undefined;
}

/** The price of a subscription; if it was not read, the only one of its plan that it can be. */
export function chargedPrice(
  subscription: Pick<ListedSubscription, 'price' | 'frequency' | 'currency'>,
  plan: PublicPlan | undefined,
): Charged | undefined {
  const { price, frequency, currency } = subscription;
  if (price) {
    return { price, frequency };
  }
  const [only, ...others] = (plan?.prices ?? []).filter(
    (one) =>
      (frequency ?? one.frequency) === one.frequency && (currency ?? one.currency) === one.currency,
  );
  return only && others.length === 0 ? { price: only, frequency: only.frequency } : undefined;
}

/** How often a subscription is charged, as far as that is known; on a free plan, how often it would be. */
export function chargedFrequency(
  charged: Frequency | null | undefined,
  plan: PublicPlan | undefined,
): Frequency | undefined {
  return charged ?? (plan?.free ? onlyFrequency(plan) : undefined);
}

/** The only frequency of a plan. */
function onlyFrequency({ prices }: PublicPlan): Frequency | undefined {
  const [frequency, ...others] = new Set(prices.map((price) => price.frequency));
  return others.length === 0 ? frequency : undefined;
}

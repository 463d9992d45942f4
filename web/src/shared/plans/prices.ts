import {
  type Frequency,
  type Money,
  minorStep,
  type PublicPlan,
  type PublicPrice,
} from '@hearth/contract';

/** Names a price of a plan, as far as it is chosen. */
export interface PriceName {
  readonly frequency?: Frequency | undefined;
  readonly currency?: string | undefined;
}

/** A plan at one of its prices. */
export interface PricedPlan {
  readonly plan: PublicPlan;
  readonly price: PublicPrice;
}

/** Charges in a year, most first; a year is taken to have 52 weeks. */
const perYear: Readonly<Record<Frequency, number>> = { week: 52, month: 12, year: 1 };

/**
 * The wanted price, or the nearest that the plan has: another frequency comes before another currency.
 * A free plan costs nothing at any frequency.
 */
export function priceOf(plan: PublicPlan, { frequency, currency }: PriceName): PublicPrice {
  const [first, ...others] = pricesIn(plan, currency);
  if (!first) {
    throw new Error(`The plan ${plan.id} has no price.`);
  }
  const price = [first, ...others].find((one) => one.frequency === frequency) ?? first;
  return plan.free && frequency ? { ...price, frequency } : price;
}

/** Prices that a plan is offered at; those who pay another one only keep it. */
function offeredPrices({ prices }: PublicPlan): readonly PublicPrice[] {
  return prices.filter(({ legacy }) => !legacy);
}

/** Prices in the currency; all of them if the plan has none in it. */
function pricesIn(plan: PublicPlan, currency: string | undefined): readonly PublicPrice[] {
  const prices = offeredPrices(plan);
  const inCurrency = prices.filter((price) => price.currency === currency);
  return inCurrency.length > 0 ? inCurrency : prices;
}

/** Names of the price in a request and in an address; none if the plan has no choice. */
export function toPriceName(
  plan: PublicPlan,
  { frequency, currency }: PublicPrice,
): { readonly frequency?: Frequency; readonly currency?: string } {
  return plan.free || plan.prices.length === 1 ? {} : { frequency, currency };
}

/** Query of an address that names a plan and its price. A choice that the address has already is kept for the way back. */
export function toPlanQuery({ plan, price }: PricedPlan, chosen?: URLSearchParams): string {
  const { plan: _, ...kept } = Object.fromEntries(chosen ?? []);
  return `?${new URLSearchParams({ plan: plan.id, ...toPriceName(plan, price), ...kept })}`;
}

/** Frequencies to choose from, shortest period first; none if no plan has several in the currency. */
export function frequenciesOf(
  plans: readonly PublicPlan[],
  currency: string | undefined,
): readonly Frequency[] {
  const offered = plans
    .filter(({ free }) => !free)
    .map((plan) => new Set(pricesIn(plan, currency).map(({ frequency }) => frequency)));
  return offered.some(({ size }) => size > 1)
    ? frequencies().filter((frequency) => offered.some((some) => some.has(frequency)))
    : [];
}

function frequencies(): readonly Frequency[] {
  return Object.keys(perYear).filter((name): name is Frequency => name in perYear);
}

/** Currencies to choose from, in the order of the configuration; none if no plan has several. */
export function currenciesOf(plans: readonly PublicPlan[]): readonly string[] {
  const offered = plans
    .filter(({ free }) => !free)
    .map((plan) => new Set(offeredPrices(plan).map(({ currency }) => currency)));
  return offered.some(({ size }) => size > 1)
    ? [...new Set(offered.flatMap((some) => [...some]))]
    : [];
}

/** A sum and how often it is charged. */
export type Charged = Pick<PublicPrice, 'amount' | 'currency' | 'frequency'>;

/** Whether one price costs at least as much as the other over a year. */
export function costsAsMuch(one: Charged, other: Charged): boolean {
  return one.amount * perYear[one.frequency] >= other.amount * perYear[other.frequency];
}

/** Less in a year at the one price than at the other, in minor units; undefined if it is no less. */
export function savedInYear(one: Charged, other: Charged): Money | undefined {
  const { currency } = one;
  const amount = other.amount * perYear[other.frequency] - one.amount * perYear[one.frequency];
  return amount > 0 && currency === other.currency ? { amount, currency } : undefined;
}

/** A month of a price that is paid once a year, rounded to the nearest coin. */
export function monthOfYear({ amount, currency }: Money): Money {
  const step = minorStep(currency);
  return { amount: Math.round(amount / 12 / step) * step, currency };
}

/** Whether the one is the longer period. */
export function isLonger(one: Frequency, other: Frequency): boolean {
  return perYear[one] < perYear[other];
}

/** Months of a year that cost nothing, or whole percent, rounded down. */
export interface Saving {
  readonly in: 'months' | 'percent';
  readonly count: number;
}

/** Saved by this price against the shortest period of the plan, in the currency of the price. */
export function savingOf(plan: PublicPlan, price: PublicPrice): Saving | undefined {
  const [shortest] = offeredPrices(plan)
    .filter(({ currency }) => currency === price.currency)
    .sort((one, other) => perYear[other.frequency] - perYear[one.frequency]);
  if (!shortest || shortest.frequency === price.frequency) {
    return undefined;
  }
  const full = shortest.amount * perYear[shortest.frequency];
  const saved = full - price.amount * perYear[price.frequency];
  const isInMonths = shortest.frequency === 'month' && saved % shortest.amount === 0;
  const count = isInMonths ? saved / shortest.amount : Math.floor((100 * saved) / full);
  return count > 0 ? { in: isInMonths ? 'months' : 'percent', count } : undefined;
}

/** Saved by every plan with a price of this name; undefined if the savings differ. */
export function commonSaving(
  plans: readonly PublicPlan[],
  { frequency, currency }: PriceName,
): Saving | undefined {
  const [first, ...others] = plans
    .filter(({ free }) => !free)
    .map((plan) => ({ plan, price: priceOf(plan, { frequency, currency }) }))
    .filter(({ price }) => price.frequency === frequency)
    .map(({ plan, price }) => savingOf(plan, price));
  const isCommon = others.every(
    (other) => other?.in === first?.in && other?.count === first?.count,
  );
  return isCommon ? first : undefined;
}

import { type Frequency, type HearthConfig, type Money, toMinorUnits } from '@hearth/contract';
import { refuse, refuseIf, refuseUnless } from '../../../../platform/refusal.ts';
import { findPlan } from '../../../subscriptions/index.ts';
import type { PriceItem } from '../price-item.ts';

export type Plan = HearthConfig['plans'][number];

/** A price of a plan. Frequency and currency together name it within the plan. */
export type Price = Plan['prices'][number];

/** A plan at one of its prices. */
export interface PricedPlan {
  readonly plan: Plan;
  readonly price: Price;
}

/** A plan that can be chosen; legacy ones can only be kept. */
export function requireChoosable(settings: HearthConfig, planId: string): Plan {
  const plan = findPlan(settings, planId);
  refuseUnless(plan, 'plan/unknown');
  refuseIf(plan.legacy, 'plan/legacy');
  return plan;
}

/** Names of a price, as far as a request gives them. */
export interface WantedPrice {
  readonly frequency?: Frequency | undefined;
  readonly currency?: string | undefined;
}

/** The price that a running subscription is charged. */
export interface PresentPrice {
  /** Kept where the request names no frequency and the plan has it; undefined where nothing is paid. */
  readonly frequency: Frequency | undefined;
  /** The only currency that the subscription can be charged in. */
  readonly currency: string;
}

/**
 * The offered price that fits the names and the running subscription. Refuses where none fits, and where several do;
 * of a free plan, whose prices are all 0, the first one is answered. A legacy price can only be kept.
 */
export function choosePrice(
  plan: Pick<Plan, 'prices' | 'free'>,
  { frequency, currency }: WantedPrice,
  present?: PresentPrice,
): Price {
  const named = plan.prices.filter(
    (price) =>
      (frequency === undefined || price.frequency === frequency) &&
      (currency === undefined || price.currency === currency) &&
      (present === undefined || price.currency === present.currency),
  );
  const fitting = named.filter(({ legacy }) => !legacy);
  refuseIf(named.length > 0 && fitting.length === 0, 'plan/legacy');
  const kept = fitting.filter((price) => price.frequency === present?.frequency);
  const [price, other] = kept.length > 0 ? kept : fitting;
  refuseIf(other !== undefined && !plan.free, 'plan/price-ambiguous');
  return price ?? refuse('plan/no-such-price');
}

/** Copy of the plan and its price in an intent: both may leave the configuration before the intent is carried out. */
export interface PlanTerms {
  readonly id: string;
  readonly items: readonly PriceItem[];
  readonly free: boolean;
  readonly currency: string;
  readonly frequency: Frequency;
}

export function toTerms({ plan: { id, free }, price }: PricedPlan): PlanTerms {
  const { currency, frequency } = price;
  return { id, items: itemsOf(price), free, currency, frequency };
}

/** Items with which a subscription is sold at the price. */
export function itemsOf({ priceIds }: { readonly priceIds: readonly string[] }): PriceItem[] {
  return priceIds.map((price) => ({ role: 'plan', price, quantity: 1 }));
}

/** Per period, in minor units. */
export function priceAmount(price: Pick<Price, 'price' | 'currency'>): Money {
  return toMinorUnits(price);
}

type Selling = Pick<HearthConfig, 'plans'>;

/** The plan and the price that the items are sold at today, or were before. Items that no plan has do not matter. */
export function pricedPlanOf(
  settings: Selling,
  items: readonly PriceItem[] | null | undefined,
): PricedPlan | undefined {
  return findSold(
    settings,
    (items ?? []).map(({ price }) => price),
  );
}

/** The plan of the items, at a present or a retired price. */
export function planOfItems(settings: Selling, items: readonly PriceItem[]): Plan | undefined {
  return pricedPlanOf(settings, items)?.plan;
}

/** The price of the items, present or retired. */
export function priceOfItems(
  settings: Selling,
  items: readonly PriceItem[] | null | undefined,
): Price | undefined {
  return pricedPlanOf(settings, items)?.price;
}

/** The plan and the price that an invoice charges for. The invoice of a plan change names only the new prices. */
export function pricedPlanOfInvoice(
  settings: Selling,
  prices: readonly string[],
): PricedPlan | undefined {
  const known = keepKnown(settings, prices);
  return (
    findSold(settings, known) ??
    listSold(settings).find(
      ({ priceIds }) => known.length > 0 && known.every((id) => priceIds.includes(id)),
    )
  );
}

/** Whether the items are at an earlier price of the plan. */
export function isRetired(plan: Plan, items: readonly PriceItem[] | null | undefined): boolean {
  const prices = (items ?? []).map(({ price }) => price);
  return findSold({ plans: [plan] }, prices)?.isRetired === true;
}

/** Ids of all prices that plans have or had at the provider. */
export function listPlanPrices(plans: HearthConfig['plans']): readonly string[] {
  return listSold({ plans }).flatMap(({ priceIds }) => priceIds);
}

/** Whether both lists name the same prices, in any order. */
export function arePrices(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join() === [...other].sort().join();
}

/** A price with its provider prices of today, or with earlier ones. */
interface Sold extends PricedPlan {
  readonly priceIds: readonly string[];
  readonly isRetired: boolean;
}

function findSold(settings: Selling, prices: readonly string[]): Sold | undefined {
  const known = keepKnown(settings, prices);
  return listSold(settings).find(({ priceIds }) => arePrices(priceIds, known));
}

function keepKnown({ plans }: Selling, prices: readonly string[]): readonly string[] {
  const known = new Set(listPlanPrices(plans));
  return prices.filter((id) => known.has(id));
}

function listSold({ plans }: Selling): readonly Sold[] {
  return plans.flatMap((plan) =>
    plan.prices.flatMap((price) => [
      { plan, price, priceIds: price.priceIds, isRetired: false },
      ...price.retired.map((priceIds) => ({ plan, price, priceIds, isRetired: true })),
    ]),
  );
}

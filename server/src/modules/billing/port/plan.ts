import { type Frequency, type HearthConfig, toMinorUnits } from '@hearth/contract';
import { refuse, refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { findPlan } from '../../subscriptions/index.ts';
import type { Money } from './payment-provider.ts';

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
  readonly priceIds: readonly string[];
  readonly free: boolean;
  readonly currency: string;
  readonly frequency: Frequency;
}

export function toTerms({ plan: { id, free }, price }: PricedPlan): PlanTerms {
  const { priceIds, currency, frequency } = price;
  return { id, priceIds, free, currency, frequency };
}

/** Per period, in minor units. */
export function priceAmount(price: Pick<Price, 'price' | 'currency'>): Money {
  return toMinorUnits(price);
}

/** The plan and the price with these provider prices, whether it is sold at them today or was before. */
export function pricedPlanOf(
  settings: Pick<HearthConfig, 'plans'>,
  priceIds: readonly string[],
): PricedPlan | undefined {
  return listPriced(settings).find(({ price }) =>
    [price.priceIds, ...price.retired].some((ids) => arePrices(ids, priceIds)),
  );
}

/** The plan with these provider prices, present or retired. */
export function planOfPrices(
  settings: Pick<HearthConfig, 'plans'>,
  priceIds: readonly string[],
): Plan | undefined {
  return pricedPlanOf(settings, priceIds)?.plan;
}

/** The price with these provider prices, present or retired. */
export function priceOfIds(
  settings: Pick<HearthConfig, 'plans'>,
  priceIds: readonly string[],
): Price | undefined {
  return pricedPlanOf(settings, priceIds)?.price;
}

/** The plan and the price that an invoice charges for. The invoice of a plan change names only the new prices. */
export function pricedPlanOfInvoice(
  settings: Pick<HearthConfig, 'plans'>,
  priceIds: readonly string[],
): PricedPlan | undefined {
  const isCharged = (ids: readonly string[]) => priceIds.every((id) => ids.includes(id));
  return priceIds.length === 0
    ? undefined
    : (pricedPlanOf(settings, priceIds) ??
        listPriced(settings).find(({ price }) =>
          [price.priceIds, ...price.retired].some(isCharged),
        ));
}

/** Whether these are earlier provider prices of one of the plan's prices. */
export function isRetired(
  { prices }: Pick<Plan, 'prices'>,
  priceIds: readonly string[] | null | undefined,
): boolean {
  return prices.some(({ retired }) =>
    retired.some((earlier) => arePrices(earlier, priceIds ?? [])),
  );
}

/** Whether both lists name the same prices, in any order. */
export function arePrices(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join() === [...other].sort().join();
}

function listPriced({ plans }: Pick<HearthConfig, 'plans'>): readonly PricedPlan[] {
  return plans.flatMap((plan) => plan.prices.map((price) => ({ plan, price })));
}

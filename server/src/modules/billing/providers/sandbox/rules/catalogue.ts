import type { Frequency } from '@hearth/contract';
import type { ConfiguredPrice, PriceFaults } from '../../../port/configured-price.ts';
import type { Money } from '../../../port/payment-provider.ts';
import type { PriceTax } from '../../../port/taxes.ts';

/** A plan at one of its prices, as the sandbox sells it. */
export interface SandboxPlan {
  /** Name on invoices. */
  readonly name: string;
  readonly priceIds: readonly string[];
  readonly frequency: Frequency;
  /** Sum of all its prices, per `frequency`. */
  readonly total: Money;
  /** Whether tax is added to the total or is part of it. */
  readonly tax?: PriceTax;
}

export interface Catalogue {
  findPlan(priceIds: readonly string[]): SandboxPlan | undefined;
  getPlan(priceIds: readonly string[]): SandboxPlan;
}

export function createCatalogue(plans: readonly SandboxPlan[]): Catalogue {
  const byPrices = new Map(plans.map((plan) => [toKey(plan.priceIds), plan]));
  const findPlan = (priceIds: readonly string[]) => byPrices.get(toKey(priceIds));
  return {
    findPlan,
    getPlan(priceIds) {
      const plan = findPlan(priceIds);
      if (!plan) {
        throw new Error(`The sandbox has no plan with the prices ${priceIds.join(', ')}.`);
      }
      return plan;
    },
  };
}

const toKey = (priceIds: readonly string[]) => JSON.stringify([...priceIds].sort());

/** The sandbox has no keys, so its account has no faults. */
export function findPriceFaults(
  catalogue: Catalogue,
  expected: readonly ConfiguredPrice[],
): PriceFaults {
  return { account: [], prices: expected.map((price) => faultsOf(catalogue, price)) };
}

/** A retired price has to have the frequency and the currency only. */
function faultsOf(
  catalogue: Catalogue,
  { priceIds, frequency, currency, total, tax }: ConfiguredPrice,
): string[] {
  const plan = catalogue.findPlan(priceIds);
  const ids = priceIds.join(', ');
  if (!plan) {
    return [`The sandbox does not know ${ids}.`];
  }
  const sold = total?.amount ?? plan.total.amount;
  const wanted = `${sold} ${currency} a ${frequency}`;
  const present = `${plan.total.amount} ${plan.total.currency} a ${plan.frequency}`;
  if (tax !== undefined && plan.tax !== undefined && tax !== plan.tax) {
    return [`${ids}: tax is ${plan.tax}, not ${tax}.`];
  }
  return present === wanted ? [] : [`${ids}: ${present}, not ${wanted}.`];
}

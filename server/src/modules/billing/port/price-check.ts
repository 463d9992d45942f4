import type { HearthConfig } from '@hearth/contract';
import type { PaymentProvider } from './payment-provider.ts';
import type { ConfiguredPrice, PriceFaults } from './provider-objects.ts';
import { arePrices, type Plan, type Price, priceAmount } from './rules/plan.ts';

/** Compares the prices that people are shown with the provider's. */
export interface PriceCheck {
  /** Faults of the account at the last check, in sentences; while there is one, no paid plan is sold. */
  readonly accountFaults: readonly string[];
  /** Faults of a present price, named by its provider prices; while there is one, nobody who pays or would pay gets this price. */
  faultsOf(priceIds: readonly string[]): readonly string[];
  /** All faults, for the log. */
  listFaults(): readonly PriceFault[];
  /** Asks the provider; while it is unreachable, the last answer is kept. */
  check(): Promise<void>;
}

export interface PriceFault {
  readonly fault: string;
  /** Null for the account as a whole. */
  readonly plan: string | null;
  /** Frequency and currency of the price; null for the account as a whole. */
  readonly price: PriceName | null;
  /** Prices that are not sold because of it. */
  readonly stops: 'all paid plans' | 'this price' | 'nothing';
}

type PriceName = Pick<Price, 'frequency' | 'currency'>;

interface Checked extends ConfiguredPrice {
  readonly plan: string;
  readonly stops: PriceFault['stops'];
}

const noFaults: PriceFaults = { account: [], prices: [] };

export function createPriceCheck(
  { plans, billing }: HearthConfig,
  payments: PaymentProvider | undefined,
): PriceCheck {
  const checked = plans.flatMap((plan) => pricesOf(plan, billing));
  let accountFaults: readonly string[] = [];
  let priceFaults: readonly (PriceFault & Pick<ConfiguredPrice, 'priceIds'>)[] = [];
  return {
    get accountFaults() {
      return accountFaults;
    },
    faultsOf: (priceIds) =>
      priceFaults
        .filter((found) => found.stops === 'this price' && arePrices(found.priceIds, priceIds))
        .map(({ fault }) => fault),
    listFaults: () => [
      ...accountFaults.map(
        (fault) => ({ fault, plan: null, price: null, stops: 'all paid plans' }) as const,
      ),
      ...priceFaults.map(({ fault, plan, price, stops }) => ({ fault, plan, price, stops })),
    ],
    async check() {
      const { account, prices } = (await payments?.checkPrices(checked)) ?? noFaults;
      accountFaults = account;
      priceFaults = checked.flatMap(({ plan, priceIds, frequency, currency, stops }, index) =>
        (prices[index] ?? []).map((fault) => ({
          fault,
          plan,
          price: { frequency, currency },
          priceIds,
          stops,
        })),
      );
    },
  };
}

/** Skips the present ids of legacy plans and prices: they may have been closed for new subscribers long ago. */
function pricesOf({ id, prices, legacy }: Plan, billing: HearthConfig['billing']): Checked[] {
  return prices.flatMap((price) => {
    const { frequency, currency, priceIds } = price;
    const tax = billing.tax === 'automatic' ? price.tax : undefined;
    const named = { plan: id, frequency, currency, ...(tax && { tax }) };
    const total = priceAmount(price);
    const present = { ...named, priceIds, total, stops: 'this price' } as const;
    const earlier = price.retired.map(
      (ids) => ({ ...named, priceIds: ids, total: null, stops: 'nothing' }) as const,
    );
    return legacy || price.legacy ? earlier : [present, ...earlier];
  });
}

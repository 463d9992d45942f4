import type { HearthConfig } from '@hearth/contract';
import type { ConfiguredPrice, PriceFaults } from './configured-price.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { type Plan, planPrice } from './plan.ts';

/** Compares the prices that people are shown with those that they would be charged. */
export interface PriceCheck {
  /** Of the last check, in sentences; while there is one, no paid plan is sold. */
  readonly accountFaults: readonly string[];
  /** Of the plan's present price; while there is one, nobody moves to the plan who pays now or would then. */
  faultsOf(planId: string): readonly string[];
  /** All of them, for the log. */
  listFaults(): readonly PriceFault[];
  /** Asks the provider; when it cannot be reached, the last answer stays. */
  check(): Promise<void>;
}

export interface PriceFault {
  readonly fault: string;
  /** Null for the account as a whole. */
  readonly plan: string | null;
  /** What is not sold because of it. */
  readonly stops: 'all paid plans' | 'this plan' | 'nothing';
}

interface Checked extends ConfiguredPrice {
  readonly plan: string;
  readonly stops: PriceFault['stops'];
}

const noFaults: PriceFaults = { account: [], prices: [] };

export function createPriceCheck(
  { plans }: HearthConfig,
  payments: PaymentProvider | undefined,
): PriceCheck {
  const checked = plans.flatMap(pricesOf);
  let accountFaults: readonly string[] = [];
  let priceFaults: readonly PriceFault[] = [];
  return {
    get accountFaults() {
      return accountFaults;
    },
    faultsOf: (planId) =>
      priceFaults
        .filter(({ plan, stops }) => plan === planId && stops === 'this plan')
        .map(({ fault }) => fault),
    listFaults: () => [
      ...accountFaults.map((fault) => ({ fault, plan: null, stops: 'all paid plans' }) as const),
      ...priceFaults,
    ],
    async check() {
      const { account, prices } = (await payments?.checkPrices(checked)) ?? noFaults;
      accountFaults = account;
      priceFaults = checked.flatMap(({ plan, stops }, index) =>
        (prices[index] ?? []).map((fault) => ({ fault, plan, stops })),
      );
    },
  };
}

/** The present price of a legacy plan is left out: it may have been closed for new subscribers long ago. */
function pricesOf(plan: Plan): Checked[] {
  const { id, priceIds, legacy, retired } = plan;
  const present = { plan: id, priceIds, total: planPrice(plan), stops: 'this plan' } as const;
  const earlier = retired.map(
    (ids) => ({ plan: id, priceIds: ids, total: null, stops: 'nothing' }) as const,
  );
  return legacy ? earlier : [present, ...earlier];
}

import type { HearthConfig } from '@hearth/contract';
import type { ConfiguredPrice, PriceFaults } from './configured-price.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { type Plan, planPrice } from './plan.ts';

/** Compares the prices that people are shown with the provider's. */
export interface PriceCheck {
  /** Faults of the account at the last check, in sentences; while there is one, no paid plan is sold. */
  readonly accountFaults: readonly string[];
  /** Faults of the plan's present price; while there is one, the plan is sold to nobody who pays or would pay. */
  faultsOf(planId: string): readonly string[];
  /** All faults, for the log. */
  listFaults(): readonly PriceFault[];
  /** Asks the provider; while it is unreachable, the last answer is kept. */
  check(): Promise<void>;
}

export interface PriceFault {
  readonly fault: string;
  /** Null for the account as a whole. */
  readonly plan: string | null;
  /** Plans that are not sold because of it. */
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

/** Skips the present price of a legacy plan: it may have been closed for new subscribers long ago. */
function pricesOf(plan: Plan): Checked[] {
  const { id, priceIds, legacy, retired } = plan;
  const present = { plan: id, priceIds, total: planPrice(plan), stops: 'this plan' } as const;
  const earlier = retired.map(
    (ids) => ({ plan: id, priceIds: ids, total: null, stops: 'nothing' }) as const,
  );
  return legacy ? earlier : [present, ...earlier];
}

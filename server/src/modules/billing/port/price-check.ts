import type { HearthConfig } from '@hearth/contract';
import type { PaymentProvider } from './payment-provider.ts';
import { planPrice } from './plan.ts';

/** Whether what people are shown is what they would be charged. */
export interface PriceCheck {
  /** In sentences, as the last check found them; while there is one, no paid plan is sold. */
  readonly faults: readonly string[];
  /** Asks the provider; where it cannot be asked, what was known before holds. */
  check(): Promise<void>;
}

/** Of what can be bought; the price of a legacy plan may have been closed for new ones long ago. */
export function createPriceCheck(
  { plans }: HearthConfig,
  payments: PaymentProvider | undefined,
): PriceCheck {
  const prices = plans
    .filter(({ free, legacy }) => !(free || legacy))
    .map((plan) => ({ priceIds: plan.priceIds, total: planPrice(plan) }));
  let faults: readonly string[] = [];
  return {
    get faults() {
      return faults;
    },
    async check() {
      faults = (await payments?.checkPrices(prices)) ?? [];
    },
  };
}

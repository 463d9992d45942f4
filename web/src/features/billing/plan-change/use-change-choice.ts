import type { Frequency } from '@hearth/contract';
import { useConfig } from '../../../shared/config/index.ts';
import type { PricedPlan, PriceName } from '../../../shared/plans/prices.ts';
import { type PriceChoice, usePriceChoice } from '../../../shared/plans/use-price-choice.ts';

/** Chooses among the plans that can be had, in the currency that a running subscription has to keep. */
export function useChangeChoice(running: PriceName): PriceChoice {
  const { plans } = useConfig();
  return usePriceChoice(
    plans.filter(({ legacy }) => !legacy),
    running,
  );
}

/** Whether the price of the present plan is charged in another period than the present one. */
export function isOtherFrequency(
  { plan, price }: PricedPlan,
  present: Frequency | undefined,
): boolean {
  return !plan.free && plan.prices.length > 1 && price.frequency !== present;
}

import type { Frequency, HearthConfig } from '@hearth/contract';
import type { Database } from '../../../platform/transaction.ts';
import type { Money } from '../port/payment-provider.ts';
import { planQuantityOf } from '../port/price-item.ts';
import { isRetired, priceAmount, pricedPlanOf } from '../port/rules/plan.ts';
import { findBillingAccount } from './billing-account-store.ts';

/** Terms of the price that a project pays, by the configuration. */
export interface PriceTerms {
  /** Null where nothing is charged, and where the configuration does not have the price. */
  readonly frequency: Frequency | null;
  /** Present price of the plan; null where no retired price is paid, and where the plan is not sold any more. */
  readonly movesTo: Money | null;
}

export async function readPriceTerms(
  db: Database,
  subscriptionId: string,
  settings: Pick<HearthConfig, 'plans'>,
): Promise<PriceTerms> {
  const items = (await findBillingAccount(db, subscriptionId))?.items;
  const priced = pricedPlanOf(settings, items);
  if (!priced || priced.plan.free) {
    return { frequency: null, movesTo: null };
  }
  const { plan, price } = priced;
  const isMovable = isRetired(plan, items) && !plan.legacy && !price.legacy;
  const { amount, currency } = priceAmount(price);
  const movesTo = isMovable ? { amount: amount * planQuantityOf(items), currency } : null;
  return { frequency: price.frequency, movesTo };
}

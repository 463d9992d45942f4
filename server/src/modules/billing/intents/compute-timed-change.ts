import type { PayingContext } from '../port/billing-services.ts';
import type { ChangePreview } from '../port/payment-provider.ts';
import type { PricedPlan } from '../port/plan.ts';
import type { TaxedBuyer } from '../port/taxes.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type { ChangeTime } from './change-time.ts';
import { computeChange, type FirstPayment } from './compute-change.ts';

interface PlanChange extends PricedPlan {
  readonly subscriptionId: string;
  /** Instant of the preview. */
  readonly at: Date;
  readonly when: ChangeTime;
  /** Buyer whose details the change saves first; the stored ones count where it is left out, or has no place. */
  readonly buyer?: TaxedBuyer | undefined;
  readonly first?: FirstPayment | undefined;
}

export interface TimedPreview extends ChangePreview {
  /** Null where the change takes effect now. */
  readonly takesEffectAt: Date | null;
}

/** Computes the cost of the change, now or at the end of the paid period. */
export async function computeTimedChange(
  { when, ...change }: PlanChange,
  context: PayingContext,
): Promise<TimedPreview> {
  const { subscriptionId, plan, price, at, buyer } = change;
  const charged = (await findBillingAccount(context.db, subscriptionId))?.providerSubscriptionId;
  if (when === 'now' || !charged) {
    return { ...(await computeChange(change, context)), takesEffectAt: null };
  }
  const wanted = { providerSubscriptionId: charged, priceIds: price.priceIds, at };
  const cost = await context.payments.previewScheduled({
    ...wanted,
    ...(buyer?.place && { buyer }),
  });
  return { ...cost, nextAt: plan.free ? null : cost.nextAt, takesEffectAt: cost.nextAt };
}

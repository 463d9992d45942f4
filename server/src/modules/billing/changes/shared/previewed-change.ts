import type { HearthConfig } from '@hearth/contract';
import type { Caller } from '../../../identity/index.ts';
import { findPlan, type Subscription } from '../../../subscriptions/index.ts';
import type { PricedPlan } from '../../port/plan.ts';
import type { PreviewedChange } from '../../port/plan-preview.ts';
import type { BillingAccount } from '../../records/billing-account-store.ts';

interface PlanChange extends PricedPlan {
  readonly subscription: Subscription;
  readonly account: Pick<BillingAccount, 'priceIds'> | undefined;
}

interface Requester {
  readonly caller: Caller;
  readonly settings: HearthConfig;
}

/** Describes the requested change in the form in which its preview is signed. */
export function toPreviewedChange(
  { subscription, plan, price, account }: PlanChange,
  { caller, settings }: Requester,
): PreviewedChange {
  const ofPlan = findPlan(settings, subscription.planId)?.prices ?? [];
  const from = account?.priceIds ?? ofPlan.flatMap(({ priceIds }) => priceIds);
  return {
    accountId: caller.uid,
    subscriptionId: subscription.id,
    planId: plan.id,
    priceIds: price.priceIds,
    fromPriceIds: [...from].sort(),
  };
}

import type { HearthConfig } from '@hearth/contract';
import type { Caller } from '../../../identity/index.ts';
import { findPlan, type Subscription } from '../../../subscriptions/index.ts';
import type { Plan } from '../../port/plan.ts';
import type { PreviewedChange } from '../../port/plan-preview.ts';
import type { BillingAccount } from '../../records/billing-account-store.ts';

interface PlanChange {
  readonly subscription: Subscription;
  readonly plan: Plan;
  readonly account: Pick<BillingAccount, 'priceIds'> | undefined;
}

interface Asker {
  readonly caller: Caller;
  readonly settings: HearthConfig;
}

/** Describes the requested change in the form in which its preview is signed. */
export function toPreviewedChange(
  { subscription, plan, account }: PlanChange,
  { caller, settings }: Asker,
): PreviewedChange {
  const from = account?.priceIds ?? findPlan(settings, subscription.planId)?.priceIds ?? [];
  return {
    accountId: caller.uid,
    subscriptionId: subscription.id,
    planId: plan.id,
    priceIds: plan.priceIds,
    fromPriceIds: [...from].sort(),
  };
}

import type { Entitlements, HearthConfig, SubscriptionStatus } from '@hearth/contract';
import { createEntitlements, findPlan } from '../subscriptions/index.ts';

/** Limits that apply now. A plan that is no longer configured opens nothing. */
export function entitlementsOf(
  { status, planId }: { readonly status: SubscriptionStatus; readonly planId: string },
  settings: HearthConfig,
): Entitlements {
  const isPaid = status === 'active' || status === 'past_due';
  const limits = createEntitlements(settings).limitsOf({ status, planId });
  return { active: isPaid && findPlan(settings, planId) !== undefined, limits };
}

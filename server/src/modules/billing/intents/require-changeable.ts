import type { HearthConfig } from '@hearth/contract';
import { refuseIf } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import {
  countSeats,
  findPlan,
  requireRunning,
  type Subscription,
} from '../../subscriptions/index.ts';
import { isRetired, type Plan, requireChoosable } from '../port/plan.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { hasReturnedMoney } from '../records/invoice-store.ts';

interface PlanQuestion {
  readonly subscription: Subscription;
  readonly planId: string;
  readonly settings: HearthConfig;
  readonly at: Date;
}

/** Answers the plan, and refuses where the subscription cannot move to it. */
export async function requireChangeable(
  db: Database,
  { subscription, planId, settings, at }: PlanQuestion,
): Promise<Plan> {
  // This check comes first, so that a subscriber of a legacy plan reads that they are on it.
  refuseIf(
    subscription.planId === planId && !(await canLeavePrice(db, { subscription, settings })),
    'plan/same',
  );
  const plan = requireChoosable(settings, planId);
  requireRunning(subscription);
  refuseIf(await hasReturnedMoney(db, subscription.id), 'billing/payment-returned');
  const { members, pending } = await countSeats(db, { subscriptionId: subscription.id, at });
  const used = members + pending;
  refuseIf(used > plan.seats, 'seats/too-many-in-use', `${used} of ${plan.seats}`);
  return plan;
}

/** Whether the subscription can move from a retired price of its plan to the present one. */
async function canLeavePrice(
  db: Database,
  { subscription, settings }: Pick<PlanQuestion, 'subscription' | 'settings'>,
): Promise<boolean> {
  const plan = findPlan(settings, subscription.planId);
  const account = await findBillingAccount(db, subscription.id);
  return plan?.legacy === false && isRetired(plan, account?.priceIds);
}

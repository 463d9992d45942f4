import type { HearthConfig } from '@hearth/contract';
import { refuseIf } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import { countSeats, requireRunning, type Subscription } from '../../subscriptions/index.ts';
import { type Plan, requireChoosable } from '../port/plan.ts';

interface PlanQuestion {
  readonly subscription: Subscription;
  readonly planId: string;
  readonly settings: HearthConfig;
  readonly at: Date;
}

/** The plan, unless the subscription cannot move to it. */
export async function requireChangeable(
  db: Database,
  { subscription, planId, settings, at }: PlanQuestion,
): Promise<Plan> {
  // Asked first: whoever keeps a legacy plan is on it.
  refuseIf(subscription.planId === planId, 'plan/same');
  const plan = requireChoosable(settings, planId);
  requireRunning(subscription);
  const { members, pending } = await countSeats(db, { subscriptionId: subscription.id, at });
  const used = members + pending;
  refuseIf(used > plan.seats, 'seats/too-many-in-use', `${used} of ${plan.seats}`);
  return plan;
}

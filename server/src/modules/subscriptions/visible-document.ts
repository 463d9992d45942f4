import type { HearthConfig, ScheduledChange, Subscription } from '@hearth/contract';
import type { SubscriptionView } from './access.ts';
import type { Charged } from './hooks.ts';
import { findPlan } from './plan.ts';
import { seesBilling } from './sees-billing.ts';
import { toSubscriptionDocument } from './subscription.ts';

interface Charging {
  readonly settings: HearthConfig;
  /** Undefined if the payment provider does not have the subscription. */
  readonly charged: Charged | undefined;
}

/** The document as the reader may see it: everybody's permissions if they were found, else their own. */
export function toVisibleDocument(
  view: SubscriptionView,
  uid: string,
  { settings, charged: known }: Charging,
): Subscription {
  const { subscription, held, holders, ownerName } = view;
  const charged = seesBilling(view, 'summary', settings) ? known : toDays(known);
  const own = Object.fromEntries(held.map((key) => [key, [uid]]));
  const isFree = findPlan(settings, subscription.planId)?.free === true;
  return {
    ...toSubscriptionDocument(subscription, holders ?? own),
    ...(charged?.price && { currency: charged.price.currency }),
    ...(!isFree && charged?.price && charged.frequency && { frequency: charged.frequency }),
    ...(!isFree && charged?.endsAt && { cancel_at: charged.endsAt.toISOString() }),
    ...(!isFree && charged?.scheduled && { scheduled: toScheduledDocument(charged.scheduled) }),
    ...(!isFree && charged?.trialEnd && { trial_end: charged.trialEnd.toISOString() }),
    ...(ownerName !== undefined && { owner_name: ownerName }),
  };
}

/** When the project ends stays: that is about access, not about money. */
function toDays(
  charged: Charged | undefined,
): Pick<Charged, 'endsAt' | 'trialEnd'> & Partial<Charged> {
  const { endsAt = null, trialEnd = null } = charged ?? {};
  return { endsAt, trialEnd };
}

export function toScheduledDocument({
  planId,
  frequency,
  at,
}: NonNullable<Charged['scheduled']>): ScheduledChange {
  return { plan_id: planId, frequency, at: at.toISOString() };
}

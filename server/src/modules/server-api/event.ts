import type { Event, HearthConfig, SubscriptionStatus } from '@hearth/contract';
import { entitlementsOf } from './entitlements.ts';
import type { StoredEvent } from './event-store.ts';

/** The event as programs get it: a subscription with what the present configuration makes of its plan. */
export function toEvent({ id, type, data, createdAt }: StoredEvent, settings: HearthConfig): Event {
  const event = { id, type, timestamp: createdAt.toISOString() };
  return isSubscriptionData(type, data)
    ? { ...event, data: { ...data, entitlements: toEntitlements(data, settings) } }
    : { ...event, data: { ...data } };
}

interface SubscriptionData {
  readonly status: SubscriptionStatus;
  readonly plan_id: string;
}

function isSubscriptionData(
  type: string,
  data: StoredEvent['data'],
): data is StoredEvent['data'] & SubscriptionData {
  return type.startsWith('subscription.') && 'plan_id' in data;
}

function toEntitlements({ status, plan_id: planId }: SubscriptionData, settings: HearthConfig) {
  return entitlementsOf({ status, planId }, settings);
}

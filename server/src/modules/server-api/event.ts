import type { Event, HearthConfig, SubscriptionStatus } from '@hearth/contract';
import { actingPermissions } from './acting-permissions.ts';
import { entitlementsOf } from './entitlements.ts';
import type { StoredEvent } from './event-store.ts';

/** The event as programs get it: with what the present configuration makes of a plan, and of the permissions of a member. */
export function toEvent({ id, type, data, createdAt }: StoredEvent, settings: HearthConfig): Event {
  const event = { id, type, timestamp: createdAt.toISOString() };
  if (isSubscriptionData(type, data)) {
    return { ...event, data: { ...data, entitlements: toEntitlements(data, settings) } };
  }
  return { ...event, data: isMemberData(type, data) ? toMember(data, settings) : { ...data } };
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

interface MemberData {
  readonly permissions: readonly string[];
  readonly is_owner: boolean;
}

function isMemberData(
  type: string,
  data: StoredEvent['data'],
): data is StoredEvent['data'] & MemberData {
  return type.startsWith('member.') && 'permissions' in data;
}

function toMember(data: MemberData, settings: HearthConfig) {
  const { permissions: held, is_owner: isOwner } = data;
  return { ...data, permissions: actingPermissions({ held, isOwner }, settings) };
}

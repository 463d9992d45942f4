import {
  isBlank,
  longestName,
  type Subscription as SubscriptionDocument,
  type SubscriptionStatus,
} from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../platform/refusal.ts';
import type { Services } from '../identity/index.ts';

/** A team's project: what it pays for, and who belongs to it. */
export interface Subscription {
  readonly id: string;
  /** uid of the one owner. */
  readonly ownerId: string;
  readonly planId: string;
  readonly status: SubscriptionStatus;
  /** Null until it is named. */
  readonly name: string | null;
  readonly createdAt: Date;
  /** Zone of its billing dates: a name of the IANA; null if nobody has chosen one, which means UTC. */
  readonly timeZone: string | null;
  /** Whether it opens to members with a second factor only. */
  readonly requiresSecondFactor: boolean;
  /** When it was canceled; null while it runs. */
  readonly endedAt: Date | null;
}

/** Permission key to the uids that hold it, as far as the reader may see. */
export type PermissionMap = Record<string, string[]>;

/** Trimmed name of 1 to 200 characters, one of them visible. */
export function toSubscriptionName(written: string): string {
  const name = written.trim();
  refuseUnless(!isBlank(name) && name.length <= longestName, 'subscription/invalid-name');
  return name;
}

export function toSubscriptionDocument(
  subscription: Subscription,
  permissions: PermissionMap,
): SubscriptionDocument {
  return {
    id: subscription.id,
    owner_id: subscription.ownerId,
    plan_id: subscription.planId,
    status: subscription.status,
    settings: {
      ...(subscription.name !== null && { name: subscription.name }),
      ...(subscription.requiresSecondFactor && { require_second_factor: true as const }),
    },
    permissions,
    create_time: subscription.createdAt.toISOString(),
    ...(subscription.timeZone !== null && { time_zone: subscription.timeZone }),
    ...(subscription.endedAt && { ended_at: subscription.endedAt.toISOString() }),
  };
}

/** Refuses while nobody can join or take over: canceled permanently, or waiting for a payment. */
export function requireRunning({ status }: Pick<Subscription, 'status'>): void {
  refuseIf(status === 'canceled', 'subscription/canceled');
  refuseIf(status === 'incomplete' || status === 'unpaid', 'subscription/unpaid');
}

/** Address of a subscription's screen: the overview, or a page of it such as `/users`. */
export function subscriptionLink(
  id: string,
  { publicUrl }: Services['site'],
  page: `/${string}` | '' = '',
): string {
  return new URL(`/subscription/${encodeURIComponent(id)}${page}`, publicUrl).href;
}

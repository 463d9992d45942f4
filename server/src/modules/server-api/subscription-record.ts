import type {
  HearthConfig,
  Metadata,
  SubscriptionRecord,
  SubscriptionStatus,
} from '@hearth/contract';
import { entitlementsOf } from './entitlements.ts';

/** A subscription with what only programs see of it. */
export interface StoredRecord {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string | null;
  readonly planId: string;
  readonly status: SubscriptionStatus;
  readonly metadata: Metadata;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly version: number;
}

export function toSubscriptionRecord(
  stored: StoredRecord,
  settings: HearthConfig,
): SubscriptionRecord {
  return {
    id: stored.id,
    owner_id: stored.ownerId,
    name: stored.name,
    plan_id: stored.planId,
    status: stored.status,
    metadata: stored.metadata,
    entitlements: entitlementsOf(stored, settings),
    create_time: stored.createdAt.toISOString(),
    ended_at: stored.endedAt?.toISOString() ?? null,
    version: stored.version,
  };
}

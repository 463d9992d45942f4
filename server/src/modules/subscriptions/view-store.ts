import { type RawBuilder, sql } from 'kysely';
import type { SubscriptionView } from './access.ts';
import type { PermissionMap } from './subscription.ts';
import { type SubscriptionTable, toSubscription } from './subscription-store.ts';

/** Subscription `sub` with membership `m`; columns of strangers and unknown ones are null. */
export interface ViewRow extends Omit<SubscriptionTable, 'id'> {
  subscription_id: string | null;
  held: string[] | null;
  member_seen_at: Date | null;
  holders: PermissionMap | null;
  owner_name: string | null;
}

const columns = sql.raw(
  `sub.id as subscription_id, sub.owner_id, sub.plan_id, sub.status, sub.name, sub.created_at,
   sub.updated_at, sub.ended_at, sub.time_zone, sub.requires_second_factor,
   m.permissions as held, m.last_seen_at as member_seen_at`,
);

const everybody = sql.raw(`(
  select jsonb_object_agg(key, uids) from (
    select key, jsonb_agg(account_id order by created_at, account_id) as uids
    from memberships each_member, unnest(each_member.permissions) key
    where each_member.subscription_id = sub.id
    group by key) by_key)`);

const ownerName = sql.raw(
  `(select nullif(display_name, '') from accounts where id = sub.owner_id) as owner_name`,
);

/** Columns of ViewRow; with keys, their holders also see everybody's permissions. */
export function viewColumns(showHoldersTo: readonly string[] | undefined): RawBuilder<unknown> {
  return showHoldersTo
    ? sql`${columns},
        case when m.permissions && ${showHoldersTo}::text[] then ${everybody} end as holders, ${ownerName}`
    : sql`${columns}, null as holders, null as owner_name`;
}

export function toView(row: ViewRow): SubscriptionView | undefined {
  if (row.subscription_id === null || row.held === null) {
    return undefined;
  }
  return {
    subscription: toSubscription({ ...row, id: row.subscription_id }),
    held: row.held,
    lastSeenAt: row.member_seen_at ?? undefined,
    holders: row.holders ?? undefined,
    ownerName: row.owner_name ?? undefined,
  };
}

import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/transaction.ts';
import type { SubscriptionView } from './access.ts';
import type { PermissionMap } from './subscription.ts';
import { type SubscriptionTable, toSubscription } from './subscription-store.ts';

interface MembershipTable {
  subscription_id: string;
  account_id: string;
  permissions: string[];
  created_at: Date;
}

type Tables = { memberships: MembershipTable; subscriptions: SubscriptionTable };

const memberships = (db: Database) => db.withTables<Tables>();

export interface Membership {
  readonly subscriptionId: string;
  readonly accountId: string;
  readonly permissions: readonly string[];
  readonly createdAt: Date;
}

export async function insertMembership(tx: Transaction, membership: Membership): Promise<void> {
  await memberships(tx)
    .insertInto('memberships')
    .values({
      subscription_id: membership.subscriptionId,
      account_id: membership.accountId,
      permissions: [...membership.permissions],
      created_at: membership.createdAt,
    })
    .execute();
}

/** By subscription id: everybody who holds each permission, longest member first. */
export async function listPermissionHolders(
  db: Database,
  subscriptionIds: readonly string[],
): Promise<Map<string, PermissionMap>> {
  const { rows } = await sql<{ subscription_id: string; key: string; uids: string[] }>`
    select subscription_id, key, array_agg(account_id order by m.created_at, account_id) as uids
    from memberships m, unnest(m.permissions) key
    where m.subscription_id = any(${subscriptionIds})
    group by subscription_id, key`.execute(db);
  const holders = new Map<string, PermissionMap>();
  for (const row of rows) {
    holders.set(row.subscription_id, {
      ...holders.get(row.subscription_id),
      [row.key]: row.uids,
    });
  }
  return holders;
}

/** Every subscription of the account with what it holds there, newest first. */
export async function listViewsOf(db: Database, accountId: string): Promise<SubscriptionView[]> {
  const rows = await memberships(db)
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscription_id')
    .select([
      'subscriptions.id',
      'subscriptions.owner_id',
      'subscriptions.plan_id',
      'subscriptions.status',
      'subscriptions.name',
      'subscriptions.created_at',
      'subscriptions.updated_at',
      'memberships.permissions',
    ])
    .where('memberships.account_id', '=', accountId)
    .orderBy('subscriptions.created_at', 'desc')
    .orderBy('subscriptions.id')
    .execute();
  return rows.map((row) => ({
    subscription: toSubscription(row),
    held: row.permissions,
  }));
}

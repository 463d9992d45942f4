import type { SubscriptionStatus } from '@hearth/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../platform/transaction.ts';
import type { Subscription } from './subscription.ts';

export interface SubscriptionTable {
  id: string;
  owner_id: string;
  plan_id: string;
  status: SubscriptionStatus;
  name: string | null;
  created_at: Date;
  updated_at: Date;
  ended_at: Date | null;
  time_zone: string | null;
  requires_second_factor: boolean;
}

const subscriptions = (db: Database) => db.withTables<{ subscriptions: SubscriptionTable }>();

export async function insertSubscription(
  tx: Transaction,
  subscription: Subscription,
): Promise<void> {
  await subscriptions(tx)
    .insertInto('subscriptions')
    .values({
      id: subscription.id,
      owner_id: subscription.ownerId,
      plan_id: subscription.planId,
      status: subscription.status,
      name: subscription.name,
      created_at: subscription.createdAt,
      updated_at: subscription.createdAt,
      ended_at: subscription.endedAt,
      time_zone: subscription.timeZone,
      requires_second_factor: subscription.requiresSecondFactor,
    })
    .execute();
}

export async function findSubscription(
  db: Database,
  id: string,
): Promise<Subscription | undefined> {
  const row = await subscriptions(db)
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toSubscription(row);
}

export async function setOwner(
  tx: Transaction,
  { id, ownerId, at }: { readonly id: string; readonly ownerId: string; readonly at: Date },
): Promise<void> {
  await subscriptions(tx)
    .updateTable('subscriptions')
    .set({ owner_id: ownerId, updated_at: at })
    .where('id', '=', id)
    .execute();
}

export async function setTimeZone(
  db: Database,
  { id, timeZone }: { readonly id: string; readonly timeZone: string },
): Promise<void> {
  await subscriptions(db)
    .updateTable('subscriptions')
    .set({ time_zone: timeZone })
    .where('id', '=', id)
    .execute();
}

export async function setStatus(
  tx: Transaction,
  { id, status, at }: Pick<Subscription, 'id' | 'status'> & { readonly at: Date },
): Promise<void> {
  await subscriptions(tx)
    .updateTable('subscriptions')
    .set({ status, updated_at: at, ended_at: status === 'canceled' ? at : null })
    .where('id', '=', id)
    .execute();
}

export async function setPlan(
  tx: Transaction,
  { id, planId, at }: Pick<Subscription, 'id' | 'planId'> & { readonly at: Date },
): Promise<void> {
  await subscriptions(tx)
    .updateTable('subscriptions')
    .set({ plan_id: planId, updated_at: at })
    .where('id', '=', id)
    .execute();
}

interface SettingsChange {
  readonly id: string;
  readonly name?: string | undefined;
  readonly requiresSecondFactor?: boolean | undefined;
  readonly at: Date;
}

/** Removes a subscription whose first payment was declined; others are never removed. */
export async function removeSubscription(tx: Transaction, id: string): Promise<void> {
  await subscriptions(tx).deleteFrom('subscriptions').where('id', '=', id).execute();
}

/** Changes what is given. */
export async function updateSettings(
  tx: Transaction,
  { id, name, requiresSecondFactor, at }: SettingsChange,
): Promise<Subscription> {
  const row = await subscriptions(tx)
    .updateTable('subscriptions')
    .set({
      ...(name !== undefined && { name }),
      ...(requiresSecondFactor !== undefined && { requires_second_factor: requiresSecondFactor }),
      updated_at: at,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toSubscription(row);
}

/** Counts what the account owns and has not canceled; requests for one more wait for each other here. */
export async function countOwnedOnPlans(
  tx: Transaction,
  { uid, planIds }: { readonly uid: string; readonly planIds: readonly string[] },
): Promise<number> {
  const name = `projects of ${uid}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from subscriptions
    where owner_id = ${uid} and plan_id = any(${planIds}) and status <> 'canceled'`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function listOwnedSubscriptions(db: Database, uid: string): Promise<Subscription[]> {
  const rows = await subscriptions(db)
    .selectFrom('subscriptions')
    .selectAll()
    .where('owner_id', '=', uid)
    .orderBy('created_at')
    .execute();
  return rows.map(toSubscription);
}

export function toSubscription(row: Selectable<SubscriptionTable>): Subscription {
  return {
    id: row.id,
    ownerId: row.owner_id,
    planId: row.plan_id,
    status: row.status,
    name: row.name,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    timeZone: row.time_zone,
    requiresSecondFactor: row.requires_second_factor,
  };
}

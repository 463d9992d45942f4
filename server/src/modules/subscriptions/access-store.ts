import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/transaction.ts';
import {
  type CallerClaims,
  type CallerRow,
  callerColumns,
  callerSource,
} from '../identity/index.ts';
import type { SubscriptionView } from './access.ts';
import { type SubscriptionTable, toSubscription } from './subscription-store.ts';

/** Columns of strangers and unknown subscriptions are null, which `subscription_id` and `held` tell. */
interface AccessRow extends CallerRow, Omit<SubscriptionTable, 'id'> {
  subscription_id: string | null;
  held: string[] | null;
}

/** Caller, session, subscription and membership in one statement; `view` is undefined for strangers. */
export async function findAccess(
  db: Database,
  claims: CallerClaims,
  subscriptionId: string,
): Promise<{ callerRow: CallerRow | undefined; view: SubscriptionView | undefined }> {
  const { rows } = await sql<AccessRow>`
    select ${callerColumns},
      sub.id as subscription_id, sub.owner_id, sub.plan_id, sub.status, sub.name, sub.created_at,
      sub.updated_at,
      m.permissions as held
    from ${callerSource(claims)}
    left join subscriptions sub on sub.id = ${subscriptionId}
    left join memberships m on m.subscription_id = sub.id and m.account_id = a.id`.execute(db);
  const row = rows[0];
  return { callerRow: row, view: row && toView(row) };
}

/** Makes the changes of one subscription wait for each other. */
export async function lockSubscription(tx: Transaction, subscriptionId: string): Promise<void> {
  await sql`select 1 from subscriptions where id = ${subscriptionId} for update`.execute(tx);
}

function toView(row: AccessRow): SubscriptionView | undefined {
  if (row.subscription_id === null || row.held === null) {
    return undefined;
  }
  return {
    subscription: toSubscription({ ...row, id: row.subscription_id }),
    held: row.held,
  };
}

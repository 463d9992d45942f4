import { sql } from 'kysely';
import type { Database } from '../../../../../platform/transaction.ts';
import { ProviderUnknown } from '../../../port/payment-provider.ts';
import { runQuery, tables } from './sandbox-store.ts';

const pageSize = 100;

/** Finds the customer of a subscription. */
export async function findCustomerOfSubscription(
  db: Database,
  id: string,
): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('sandbox.subscriptions')
    .select('customerId')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.customerId;
}

export async function getCustomerId(db: Database, subscriptionId: string): Promise<string> {
  const customerId = await runQuery(() => findCustomerOfSubscription(db, subscriptionId));
  if (customerId === undefined) {
    throw new ProviderUnknown(`The sandbox has no subscription ${subscriptionId}.`);
  }
  return customerId;
}

export async function findSubscriptionByIntent(
  db: Database,
  customerId: string,
  intentId: string,
): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('sandbox.subscriptions')
    .select('id')
    .where('customerId', '=', customerId)
    .where('intentId', '=', intentId)
    .executeTakeFirst();
  return row?.id;
}

/** A page of subscriptions that have not ended, newest first, with their customers. */
export async function listRunningSubscriptions(
  db: Database,
  after: string | undefined,
): Promise<{ subscriptions: OwnedSubscription[]; hasMore: boolean }> {
  const running = tables(db)
    .selectFrom('sandbox.subscriptions')
    .select(['id', 'customerId'])
    .where('status', '<>', 'canceled')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1);
  const found = await (after === undefined
    ? running
    : running.where(
        ({ refTuple, selectFrom }) =>
          sql<boolean>`${refTuple('createdAt', 'id')} < ${selectFrom('sandbox.subscriptions')
            .select(['createdAt', 'id'])
            .where('id', '=', after)}`,
      )
  ).execute();
  return { subscriptions: found.slice(0, pageSize), hasMore: found.length > pageSize };
}

export interface OwnedSubscription {
  readonly id: string;
  readonly customerId: string;
}

/** Finds the subscription whose next step has been due the longest. */
export async function findDueSubscription(
  db: Database,
  at: Date,
  exceptIds: readonly string[],
): Promise<OwnedSubscription | undefined> {
  const due = tables(db)
    .selectFrom('sandbox.subscriptions')
    .select(['id', 'customerId'])
    .where('nextStepAt', '<=', at)
    .orderBy('nextStepAt')
    .orderBy('id')
    .limit(1);
  return (exceptIds.length > 0 ? due.where('id', 'not in', exceptIds) : due).executeTakeFirst();
}

import type { Database } from '../../../../platform/transaction.ts';
import { tables } from './sandbox-tables.ts';

/** Whose subscription it is. */
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

export interface DueSubscription {
  readonly id: string;
  readonly customerId: string;
}

/** The one that has waited longest for what time does to it. */
export async function findDueSubscription(
  db: Database,
  at: Date,
  exceptIds: readonly string[],
): Promise<DueSubscription | undefined> {
  const due = tables(db)
    .selectFrom('sandbox.subscriptions')
    .select(['id', 'customerId'])
    .where('nextStepAt', '<=', at)
    .orderBy('nextStepAt')
    .orderBy('id')
    .limit(1);
  return (exceptIds.length > 0 ? due.where('id', 'not in', exceptIds) : due).executeTakeFirst();
}

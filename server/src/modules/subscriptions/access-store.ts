import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/transaction.ts';
import {
  type CallerClaims,
  type CallerRow,
  callerColumns,
  callerSource,
} from '../identity/index.ts';
import type { SubscriptionView } from './access.ts';
import { toView, type ViewRow, viewColumns } from './view-store.ts';

interface AccessQuestion {
  readonly claims: CallerClaims;
  readonly subscriptionId: string;
  /** Keys whose holders may see everybody's permissions; asked for by operations that answer them. */
  readonly showHoldersTo: readonly string[] | undefined;
}

/** Caller, session, subscription and membership in one statement; `view` is undefined for strangers. */
export async function findAccess(
  db: Database,
  { claims, subscriptionId, showHoldersTo }: AccessQuestion,
): Promise<{ callerRow: CallerRow | undefined; view: SubscriptionView | undefined }> {
  const name = sql.raw(`/* plan once: ${showHoldersTo ? 'access-with-holders' : 'access'} */`);
  const { rows } = await sql<CallerRow & ViewRow>`${name}
    select ${callerColumns}, ${viewColumns(showHoldersTo)}
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

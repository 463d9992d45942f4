import { sql } from 'kysely';
import { isForeignKeyViolation } from '../../platform/database.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Database, Transaction } from '../../platform/transaction.ts';
import type { SubscriptionView } from './access.ts';
import { toView, type ViewRow, viewColumns } from './view-store.ts';

interface MembershipTable {
  subscription_id: string;
  account_id: string;
  permissions: string[];
  created_at: Date;
}

const memberships = (db: Database) => db.withTables<{ memberships: MembershipTable }>();

export interface Membership {
  readonly subscriptionId: string;
  readonly accountId: string;
  readonly permissions: readonly string[];
  readonly createdAt: Date;
}

/** Adds the row; refuses when the account is deleted at this very moment. */
export async function insertMembership(tx: Transaction, membership: Membership): Promise<void> {
  try {
    await insertRow(tx, membership);
  } catch (error) {
    if (isForeignKeyViolation(error, 'memberships_account_id_fkey')) {
      refuse('auth/account-deleted');
    }
    throw error;
  }
}

async function insertRow(tx: Transaction, membership: Membership): Promise<void> {
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

interface ListQuestion {
  readonly uid: string;
  /** Keys whose holders may see everybody's permissions. */
  readonly showHoldersTo: readonly string[];
}

/** Every subscription of the account with what it holds there, newest first. */
export async function listViewsOf(
  db: Database,
  { uid, showHoldersTo }: ListQuestion,
): Promise<SubscriptionView[]> {
  const { rows } = await sql<ViewRow>`
    select ${viewColumns(showHoldersTo)}
    from memberships m join subscriptions sub on sub.id = m.subscription_id
    where m.account_id = ${uid}
    order by sub.created_at desc, sub.id`.execute(db);
  return rows.flatMap((row) => toView(row) ?? []);
}

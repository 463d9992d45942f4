import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../platform/transaction.ts';

/** A membership that was removed, as long as that can be undone. */
export interface Removal {
  readonly subscriptionId: string;
  readonly accountId: string;
  readonly permissions: readonly string[];
  readonly joinedAt: Date;
  readonly lastSeenAt: Date | null;
  /** Invites of this person that were revoked with it. */
  readonly endedInvites: readonly string[];
  /** Mail about it; null if there is none. */
  readonly mailId: string | null;
  readonly removedBy: string;
  readonly undoUntil: Date;
}

interface RemovalTable {
  subscription_id: string;
  account_id: string;
  permissions: string[];
  joined_at: Date;
  last_seen_at: Date | null;
  ended_invites: string[];
  mail_id: string | null;
  removed_by: string;
  undo_until: Date;
}

const removals = (db: Database) => db.withTables<{ removals: RemovalTable }>();

/** Stores the removal in place of an earlier one of the same person. */
export async function insertRemoval(tx: Transaction, removal: Removal): Promise<void> {
  const row: RemovalTable = {
    subscription_id: removal.subscriptionId,
    account_id: removal.accountId,
    permissions: [...removal.permissions],
    joined_at: removal.joinedAt,
    last_seen_at: removal.lastSeenAt,
    ended_invites: [...removal.endedInvites],
    mail_id: removal.mailId,
    removed_by: removal.removedBy,
    undo_until: removal.undoUntil,
  };
  await removals(tx)
    .insertInto('removals')
    .values(row)
    .onConflict((conflict) => conflict.columns(['subscription_id', 'account_id']).doUpdateSet(row))
    .execute();
}

type RemovalKey = Pick<Removal, 'subscriptionId' | 'accountId'>;

/** Removes the record and answers it. */
export async function takeRemoval(
  tx: Transaction,
  { subscriptionId, accountId }: RemovalKey,
): Promise<Removal | undefined> {
  const row = await removals(tx)
    .deleteFrom('removals')
    .where('subscription_id', '=', subscriptionId)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
  return row && toRemoval(row);
}

/** Forgets the removals of an account, which cannot come back. */
export async function forgetRemovalsOf(tx: Transaction, accountId: string): Promise<void> {
  await removals(tx).deleteFrom('removals').where('account_id', '=', accountId).execute();
}

/** Skips rows that are locked elsewhere, because waiting for them could end in a deadlock. */
export async function removeRemovalsUntil(db: Database, at: Date): Promise<void> {
  await sql`
    delete from removals where (subscription_id, account_id) in (
      select subscription_id, account_id from removals
      where undo_until <= ${at} for update skip locked)`.execute(db);
}

function toRemoval(row: Selectable<RemovalTable>): Removal {
  return {
    subscriptionId: row.subscription_id,
    accountId: row.account_id,
    permissions: row.permissions,
    joinedAt: row.joined_at,
    lastSeenAt: row.last_seen_at,
    endedInvites: row.ended_invites,
    mailId: row.mail_id,
    removedBy: row.removed_by,
    undoUntil: row.undo_until,
  };
}

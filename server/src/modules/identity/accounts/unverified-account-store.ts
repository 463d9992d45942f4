import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Account } from './account.ts';
import { type AccountRow, toAccount } from './account-store.ts';

interface CheckTable {
  account_id: string;
  due_at: Date;
  warned_at: Date | null;
}

const checks = (db: Database) => db.withTables<{ unverified_account_checks: CheckTable }>();

interface Claim {
  readonly at: Date;
  /** Accounts that were created later are left alone. */
  readonly createdBefore: Date;
  /** Until then no other process takes the claimed accounts. */
  readonly claimedUntil: Date;
  readonly limit: number;
}

/** Claims due accounts with an unproven address, so that no other process takes them too. */
export async function claimUnverifiedAccounts(
  db: Database,
  { at, createdBefore, claimedUntil, limit }: Claim,
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    insert into unverified_account_checks as earlier (account_id, due_at)
    select accounts.id, ${claimedUntil}::timestamptz from accounts
    left join unverified_account_checks known on known.account_id = accounts.id
    where not email_verified and created_at <= ${createdBefore}
      and (known.due_at is null or known.due_at <= ${at})
    order by created_at limit ${limit}
    for key share of accounts skip locked
    on conflict (account_id) do update set due_at = excluded.due_at where earlier.due_at <= ${at}
    returning account_id`.execute(db);
  return rows.map((row) => row.account_id);
}

export interface UnverifiedAccount {
  readonly account: Account;
  readonly warnedAt: Date | null;
}

/** The account as it is now, locked until the transaction ends; undefined when it is gone. */
export async function lockUnverifiedAccount(
  tx: Transaction,
  id: string,
): Promise<UnverifiedAccount | undefined> {
  const { rows } = await sql<AccountRow & { warned_at: Date | null }>`
    select accounts.*, warned_at from accounts
    join unverified_account_checks on account_id = id
    where id = ${id} for update of accounts`.execute(tx);
  const [row] = rows;
  return row && { account: toAccount(row), warnedAt: row.warned_at };
}

/** Whether a provider opens the account, or a session of it was used after the given instant. */
export async function isInUse(
  tx: Transaction,
  { accountId, since }: { readonly accountId: string; readonly since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identity_links where account_id = ${accountId}
    union all
    select 1 from sessions where account_id = ${accountId} and last_seen_at > ${since}
    limit 1`.execute(tx);
  return rows.length > 0;
}

export async function writeCheck(
  tx: Transaction,
  {
    accountId,
    dueAt,
    warnedAt,
  }: { readonly accountId: string; readonly dueAt: Date; readonly warnedAt: Date | null },
): Promise<void> {
  await checks(tx)
    .updateTable('unverified_account_checks')
    .set({ due_at: dueAt, warned_at: warnedAt })
    .where('account_id', '=', accountId)
    .execute();
}

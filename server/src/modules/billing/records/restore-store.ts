import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';

interface Restore {
  /** Instant that the backup shows. */
  readonly takenAt: Date;
  readonly at: Date;
}

/** Projects are due one after the other within this time, but those that differ from the provider's list are due now. */
const spread = sql`random() * interval '1 day'`;

/** Notes that a backup was restored, and makes a comparison with the whole list of the provider due. */
export async function insertRestore(tx: Transaction, { takenAt, at }: Restore): Promise<void> {
  await sql`insert into restores (taken_at, restored_at) values (${takenAt}, ${at})`.execute(tx);
  await sql`delete from orphan_searches`.execute(tx);
  await sql`
    update billing_accounts
    set compare_at = ${at}::timestamptz + ${spread}, listed_at = null, differs_since = null
    where customer_id is not null`.execute(tx);
}

/** Whether a restored backup waits for its reconciliation. */
export async function hasOpenRestore(db: Database): Promise<boolean> {
  const { rows } = await sql`select from restores where reconciled_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Whether the whole list was read since the backup was restored, and the project does not wait for its own comparison.
 * The project is named by our id, or by that of its subscription at the provider.
 */
export async function isComparedSince(db: Database, project: string): Promise<boolean> {
  const { rows } = await sql`
    select from restores where reconciled_at is null and (
      not ${isListRead}
      or exists (
        select from billing_accounts
        where ${isDifferent}
          and ${project} in (subscription_id, provider_subscription_id, next_provider_subscription_id))
      -- Only a first payment, which names the project by our id, can be one that was not linked.
      or exists (select from ${unlinked} where project = ${project}))
    limit 1`.execute(db);
  return rows.length === 0;
}

/** Chooses rows of `billing_accounts`. Without a customer there is nothing to compare. */
const isDifferent = sql`differs_since is not null and customer_id is not null`;

const unlinked = sql`(
  select unnest(unlinked) as project from orphan_searches where provider = 'stripe') unlinked`;

/** Condition on a row of `restores`. */
const isListRead = sql`exists (
  select from orphan_searches
  where provider = 'stripe' and begun_at >= restored_at and reached_subscription is null)`;

/** Notes that a restored backup is reconciled: the list was read to its end since then, and all that differed was read. */
export async function finishRestores(db: Database, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update restores set reconciled_at = ${at}
    where reconciled_at is null and ${isListRead}
      and not exists (select from billing_accounts where ${isDifferent})
      and not exists (select from ${unlinked})`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

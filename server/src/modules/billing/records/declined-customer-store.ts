import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';

/** Keeps one customer for the account's next purchase; answers the one that it replaces. */
export async function keepDeclinedCustomer(
  tx: Transaction,
  {
    accountId,
    customerId,
    at,
  }: { readonly accountId: string; readonly customerId: string; readonly at: Date },
): Promise<string | undefined> {
  // The lock lets the second of two parallel calls see the customer of the first.
  const name = `declined customer ${accountId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  const { rows } = await sql<{ before: string | null }>`
    with before as (select customer_id from declined_customers where account_id = ${accountId})
    insert into declined_customers (account_id, customer_id, declined_at)
    values (${accountId}, ${customerId}, ${at})
    on conflict (account_id) do update
      set customer_id = excluded.customer_id, declined_at = excluded.declined_at
    returning (select customer_id from before) as before`.execute(tx);
  const before = rows[0]?.before ?? undefined;
  return before === customerId ? undefined : before;
}

/** The account's declined customer, if it has one. */
export async function findDeclinedCustomer(
  db: Database,
  accountId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from declined_customers where account_id = ${accountId}`.execute(db);
  return rows[0]?.customer_id;
}

/** Removes the record before a project gets the customer; false where another project got it. */
export async function removeDeclinedCustomer(
  tx: Transaction,
  customerId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from declined_customers where customer_id = ${customerId}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Removes the records of customers that were declined by then; answers the customers. */
export async function takeOldDeclinedCustomers(tx: Transaction, by: Date): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    delete from declined_customers where declined_at <= ${by}
    returning customer_id`.execute(tx);
  return rows.map((row) => row.customer_id);
}

/** Whether the customer belongs to a subscription or to an account here. */
export async function isKnownCustomer(db: Database, customerId: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from billing_accounts where customer_id = ${customerId})
      or exists (select from declined_customers where customer_id = ${customerId}) as known`.execute(
    db,
  );
  return rows[0]?.known === true;
}

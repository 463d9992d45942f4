import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';

/**
 * Whether the account has bought before: a project of its own has paid an invoice, here or at the provider by hand, or it
 * has bought one for nothing with a code. Invoices of 0 are not stored, so the intent tells; one that was not paid
 * within the hour waited for the bank and may have been abandoned.
 */
export async function hasBoughtBefore(db: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`
    select exists (
      select from subscriptions s join invoices i on i.subscription_id = s.id
      where s.owner_id = ${accountId} and i.status = 'paid' and i.total > 0
    ) or exists (
      select from intents i
      where i.account_id = ${accountId} and i.status = 'done'
        and i.kind in ('create', 'change-plan')
        and i.input ->> 'discountId' is not null
        and not exists (
          select from invoices v where v.subscription_id = i.subscription_id
            and v.status <> 'paid' and v.created_at < i.created_at + interval '1 hour')
    ) as paid`.execute(db);
  return rows[0]?.paid === true;
}

/**
 * Whether the purchase that begins in this transaction is the account's first one: nothing was bought, and nothing else
 * is being bought. Of two at a time the second waits for the first, whose project or intent it then sees.
 */
export async function isFirstPurchase(
  tx: Transaction,
  { accountId, subscriptionId }: { readonly accountId: string; readonly subscriptionId: string },
): Promise<boolean> {
  const name = `first purchase ${accountId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (
      select from subscriptions
      where owner_id = ${accountId} and id <> ${subscriptionId} and status = 'incomplete'
    ) or exists (
      select from intents
      where account_id = ${accountId} and subscription_id <> ${subscriptionId} and status = 'open'
        and kind = 'change-plan' and input ->> 'discountId' is not null
    ) or exists (
      select from billing_accounts b join subscriptions s on s.id = b.subscription_id
      where s.owner_id = ${accountId} and s.id <> ${subscriptionId} and b.awaits_person
        and b.provider_subscription_id is null and b.next_provider_subscription_id is not null
    ) as waiting`.execute(tx);
  return rows[0]?.waiting === false && !(await hasBoughtBefore(tx, accountId));
}

import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';

/** Whether a project that the account owns has ever paid an invoice, here or at the provider by hand. */
export async function hasPaidBefore(db: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`
    select exists (
      select from subscriptions s join invoices i on i.subscription_id = s.id
      where s.owner_id = ${accountId} and i.status = 'paid' and i.total > 0
    ) as paid`.execute(db);
  return rows[0]?.paid === true;
}

import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import type { ProviderAccount } from '../port/payment-provider.ts';

/** Rows of projects that may still ask the provider for something. */
const inUse = sql`from billing_accounts b join subscriptions s on s.id = b.subscription_id
  where b.customer_id is not null and (s.status <> 'canceled' or exists (
    select from intents i where i.subscription_id = s.id and i.status = 'open'))`;

interface OtherAccount {
  readonly account: ProviderAccount;
  /** How many are there. */
  readonly projects: number;
}

/** Another account that our rows name, or another mode of this one; of several that with the most projects. */
export async function findOtherAccount(
  db: Database,
  { id, mode }: ProviderAccount,
): Promise<OtherAccount | undefined> {
  const { rows } = await sql<ProviderAccount & { projects: number }>`
    select b.provider_account as id, b.provider_mode as mode, count(*)::int as projects ${inUse}
      and (b.provider_mode <> ${mode} or b.provider_account <> ${id}::text)
    group by 1, 2 order by 3 desc limit 1`.execute(db);
  const [row] = rows;
  return row && { account: { id: row.id, mode: row.mode }, projects: row.projects };
}

/** Newest first; none where a row says already that it is of this account. */
export async function listUnconfirmedCustomers(
  db: Database,
  { id }: ProviderAccount,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select b.customer_id ${inUse} and not exists (
      select ${inUse} and b.provider_account = ${id}::text)
    order by s.created_at desc limit ${limit}`.execute(db);
  return rows.map((row) => row.customer_id);
}

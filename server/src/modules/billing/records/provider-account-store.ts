import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import type { ProviderAccount } from '../port/payment-provider.ts';

/** Rows of projects that may still call the provider. */
const inUse = sql`from billing_accounts b join subscriptions s on s.id = b.subscription_id
  where b.customer_id is not null and (s.status <> 'canceled' or exists (
    select from intents i where i.subscription_id = s.id and i.status = 'open'))`;

interface OtherAccount {
  readonly account: ProviderAccount;
  /** Number of these projects. */
  readonly projects: number;
}

/** Finds the account that our rows name, if it is another than this one or has another mode; the most frequent of several. */
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

/** Lists customers newest first; none where a row already names this account. */
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

/** Id of this installation, which it writes into the metadata of its objects at the provider. */
export async function readInstallation(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from installation`.execute(db);
  const [row] = rows;
  if (!row) {
    throw new Error('The installation has no id.');
  }
  return row.id;
}

/** Notes that another installation shares the account; true the first time. */
export async function markShared(db: Database, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update installation set shared_since = ${at} where shared_since is null`.execute(db);
  return numAffectedRows === 1n;
}

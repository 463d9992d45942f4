import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { ProviderInvoice } from '../port/payment-provider.ts';

interface InvoiceTable {
  id: string;
  subscription_id: string;
  number: string | null;
  created_at: Date;
  total: number;
  currency: string;
  status: string;
  hosted_url: string | null;
}

const invoices = (db: Database) => db.withTables<{ invoices: InvoiceTable }>();

/** Shows the invoices as the provider has them now; answers those that were not known as paid. */
export async function writeInvoices(
  tx: Transaction,
  subscriptionId: string,
  read: readonly ProviderInvoice[],
): Promise<readonly ProviderInvoice[]> {
  const knownAsPaid = await listPaidIds(tx, subscriptionId);
  await removeOtherDrafts(tx, subscriptionId, read);
  for (const invoice of read) {
    const row = {
      subscription_id: subscriptionId,
      number: invoice.number,
      created_at: invoice.createdAt,
      total: invoice.total.amount,
      currency: invoice.total.currency,
      status: invoice.status,
      hosted_url: invoice.hostedUrl,
    };
    await invoices(tx)
      .insertInto('invoices')
      .values({ id: invoice.id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }
  return read.filter(({ id, status }) => status === 'paid' && !knownAsPaid.has(id));
}

/** A provider may throw a draft away; what has been sent once stays. */
async function removeOtherDrafts(
  tx: Transaction,
  subscriptionId: string,
  read: readonly ProviderInvoice[],
): Promise<void> {
  await invoices(tx)
    .deleteFrom('invoices')
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'draft')
    .where('id', '<>', sql<string>`all(${read.map(({ id }) => id)}::text[])`)
    .execute();
}

async function listPaidIds(db: Database, subscriptionId: string): Promise<ReadonlySet<string>> {
  const rows = await invoices(db)
    .selectFrom('invoices')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'paid')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export type InvoiceRow = Selectable<InvoiceTable>;

/** Where a page begins: after this invoice, in the order newest first. */
export interface InvoicePosition {
  readonly createdAt: Date;
  readonly id: string;
}

interface InvoiceQuestion {
  readonly subscriptionId: string;
  readonly after: InvoicePosition | undefined;
  readonly limit: number;
}

/** Newest first, with the number of all. */
export async function listInvoiceRows(
  db: Database,
  { subscriptionId, after, limit }: InvoiceQuestion,
): Promise<{ rows: InvoiceRow[]; total: number }> {
  const isAfter = after ? sql`(created_at, id) < (${after.createdAt}, ${after.id})` : sql`true`;
  const { rows } = await sql<InvoiceRow & { id: string | null; all_invoices: number }>`
    select counted.all_invoices, page.* from (
      select count(*)::int as all_invoices from invoices where subscription_id = ${subscriptionId}
    ) counted left join (
      select * from invoices where subscription_id = ${subscriptionId} and ${isAfter}
      order by created_at desc, id desc limit ${limit}
    ) page on true order by page.created_at desc, page.id desc`.execute(db);
  const total = rows[0]?.all_invoices ?? 0;
  return { rows: rows.filter(({ id }) => id !== null), total };
}

/** Whether the subscription has ever been paid for. */
export async function hasPaidInvoice(db: Database, subscriptionId: string): Promise<boolean> {
  const row = await invoices(db)
    .selectFrom('invoices')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'paid')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../platform/transaction.ts';
import type { ProviderInvoice } from './payment-provider.ts';

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

/** Shows the invoices as the provider has them now. */
export async function writeInvoices(
  tx: Transaction,
  subscriptionId: string,
  read: readonly ProviderInvoice[],
): Promise<void> {
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

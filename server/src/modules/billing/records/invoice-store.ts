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

export type KeptInvoice = Pick<ProviderInvoice, 'id' | 'number' | 'status' | 'total' | 'hostedUrl'>;

/** Those among the given ones that are kept, and every draft. */
export async function listKeptInvoices(
  db: Database,
  subscriptionId: string,
  ids: readonly string[],
): Promise<KeptInvoice[]> {
  const rows = await invoices(db)
    .selectFrom('invoices')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where(sql<boolean>`(id = any(${ids}::text[]) or status = 'draft')`)
    .execute();
  return rows.map(({ id, number, status, total: amount, currency, hosted_url }) => ({
    id,
    number,
    status,
    total: { amount, currency },
    hostedUrl: hosted_url,
  }));
}

/** Writes the invoices as the provider has them now, in one statement however many there are. */
export async function writeInvoices(
  tx: Transaction,
  subscriptionId: string,
  changed: readonly ProviderInvoice[],
): Promise<void> {
  if (changed.length === 0) {
    return;
  }
  await invoices(tx)
    .insertInto('invoices')
    .values(
      changed.map((invoice) => ({
        id: invoice.id,
        subscription_id: subscriptionId,
        number: invoice.number,
        created_at: invoice.createdAt,
        total: invoice.total.amount,
        currency: invoice.total.currency,
        status: invoice.status,
        hosted_url: invoice.hostedUrl,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((update) => ({
        subscription_id: update.ref('excluded.subscription_id'),
        number: update.ref('excluded.number'),
        created_at: update.ref('excluded.created_at'),
        total: update.ref('excluded.total'),
        currency: update.ref('excluded.currency'),
        status: update.ref('excluded.status'),
        hosted_url: update.ref('excluded.hosted_url'),
      })),
    )
    .execute();
}

/** Removes drafts that the provider has thrown away; an invoice that was sent once stays. */
export async function removeDrafts(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) {
    await invoices(tx)
      .deleteFrom('invoices')
      .where('id', 'in', ids)
      .where('status', '=', 'draft')
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

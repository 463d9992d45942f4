import { type Selectable, sql } from 'kysely';
import type { PagePosition } from '../../../platform/page-token.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { DisputeState } from '../port/invoice-payment.ts';
import type { InvoiceParts, ProviderInvoice } from '../port/payment-provider.ts';
import { toAmountColumns, wholeAmount } from './wide-amount-store.ts';

interface InvoiceTable extends InvoiceParts {
  id: string;
  subscription_id: string;
  number: string | null;
  created_at: Date;
  total: number;
  due: number | null;
  currency: string;
  status: string;
  refunded: number | null;
  credited: number | null;
  disputed: number;
  dispute: DisputeState | null;
  paid_outside: boolean;
  paid_until: Date | null;
  hidden: boolean;
}

const amounts = [
  'total',
  'due',
  'subtotal',
  'discount',
  'tax',
  'refunded',
  'credited',
  'disputed',
] as const satisfies readonly (keyof InvoiceRow)[];

type WideColumns = Record<`${(typeof amounts)[number]}_wide`, number | null>;

/** Columns that a newer reading overwrites. */
const written = [
  'subscription_id',
  'number',
  'created_at',
  ...amounts.flatMap((name) => [name, `${name}_wide`] as const),
  'currency',
  'status',
  'dispute',
  'paid_outside',
  'paid_until',
  'hidden',
] as const;

/** In a select after all columns, so that they take the place of those of their names. */
const wholeAmounts = amounts.map((name) => wholeAmount<number>('invoices', name).as(name));

const invoices = (db: Database) => db.withTables<{ invoices: InvoiceTable & WideColumns }>();

export interface KeptInvoice
  extends InvoiceParts,
    Pick<ProviderInvoice, 'id' | 'number' | 'status' | 'total' | 'createdAt' | 'paidUntil'> {
  /** Minor units, as the other amounts; null in a row of an earlier version until it is read. */
  readonly refunded: number | null;
  readonly credited: number | null;
  readonly disputed: number;
  readonly dispute: DisputeState | null;
  readonly isPaidOutside: boolean;
  readonly isHidden: boolean;
  /** Part of the total that credit left to pay; null in a row of an earlier version until it is read. */
  readonly due: number | null;
  /** Set where the ledger has its tax from an earlier version, without the rates. */
  readonly lacksRates?: true;
}

/** Lists the given invoices that are stored, and every draft. */
export async function listKeptInvoices(
  db: Database,
  subscriptionId: string,
  ids: readonly string[],
): Promise<KeptInvoice[]> {
  const rows = await invoices(db)
    .selectFrom('invoices')
    .selectAll()
    .select(wholeAmounts)
    .select(
      sql<boolean>`exists (select from ledger where ledger.invoice_id = invoices.id
        and ledger.kind = 'tax' and ledger.taxable is null)`.as('lacks_rates'),
    )
    .where('subscription_id', '=', subscriptionId)
    .where(sql<boolean>`(id = any(${ids}::text[]) or status = 'draft')`)
    .execute();
  return rows.map(({ id, number, status, refunded, credited, disputed, dispute, ...row }) => ({
    id,
    number,
    status,
    total: { amount: row.total, currency: row.currency },
    subtotal: row.subtotal,
    discount: row.discount,
    tax: row.tax,
    createdAt: row.created_at,
    refunded,
    credited,
    disputed,
    dispute,
    isPaidOutside: row.paid_outside,
    paidUntil: row.paid_until,
    isHidden: row.hidden,
    due: row.due,
    ...(row.lacks_rates && { lacksRates: true as const }),
  }));
}

/** Writes the invoices as they are now, in one statement however many there are. */
export async function writeInvoices(
  tx: Transaction,
  subscriptionId: string,
  changed: readonly KeptInvoice[],
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
        ...toAmountColumns('total', invoice.total.amount),
        ...toAmountColumns('subtotal', invoice.subtotal),
        ...toAmountColumns('discount', invoice.discount),
        ...toAmountColumns('tax', invoice.tax),
        ...toAmountColumns('due', invoice.due),
        currency: invoice.total.currency,
        status: invoice.status,
        ...toAmountColumns('refunded', invoice.refunded),
        ...toAmountColumns('credited', invoice.credited),
        ...toAmountColumns('disputed', invoice.disputed),
        dispute: invoice.dispute,
        paid_outside: invoice.isPaidOutside,
        paid_until: invoice.paidUntil,
        hidden: invoice.isHidden,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((update) =>
          Object.fromEntries(written.map((column) => [column, update.ref(`excluded.${column}`)])),
        ),
    )
    .execute();
}

/** Removes drafts that the provider has deleted; finalized invoices are kept. */
export async function removeDrafts(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) {
    await invoices(tx)
      .deleteFrom('invoices')
      .where('id', 'in', ids)
      .where('status', '=', 'draft')
      .execute();
  }
}

export interface InvoiceRow extends Selectable<InvoiceTable> {
  /** Whether the present owner and their people may read its page. */
  readonly is_readable: boolean;
}

/** Start of a page: after this invoice, in the order of the list. */

interface InvoiceQuestion {
  readonly subscriptionId: string;
  readonly after: PagePosition | undefined;
  readonly limit: number;
  readonly isOldestFirst?: boolean;
}

/**
 * An invoice and its page name the payer of their time. After a transfer only later invoices are
 * readable, and none while the provider still has name and address of the old owner.
 */
const namesPresentPayer = sql<boolean>`(
  invoices.created_at > coalesce((
    select account.payer_since from billing_accounts account
    where account.subscription_id = invoices.subscription_id), '-infinity')
  and not exists (
    select from intents where intents.subscription_id = invoices.subscription_id
      and intents.kind = 'forget-payer' and intents.status = 'open'))`;

/** Whether the present owner and their people may read the invoice's page. */
export async function isReadable(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from invoices where id = ${id} and ${namesPresentPayer}`.execute(db);
  return rows.length > 0;
}

/** One page of the invoices that people are shown, with the number of all. */
export async function listInvoiceRows(
  db: Database,
  { subscriptionId, after, limit, isOldestFirst = false }: InvoiceQuestion,
): Promise<{ rows: InvoiceRow[]; total: number }> {
  const [direction, follows] = isOldestFirst ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const isAfter = after
    ? sql`(created_at, id) ${follows} (${after.createdAt}, ${after.id})`
    : sql`true`;
  const { rows } = await sql<InvoiceRow & { id: string | null; all_invoices: number }>`
    select counted.all_invoices, page.* from (
      select count(*)::int as all_invoices from invoices where subscription_id = ${subscriptionId} and not hidden
    ) counted left join (
      select invoices.*, ${sql.join(wholeAmounts)}, ${namesPresentPayer} as is_readable from invoices where subscription_id = ${subscriptionId} and not hidden and ${isAfter}
      order by created_at ${direction}, id ${direction} limit ${limit}
    ) page on true order by page.created_at ${direction}, page.id ${direction}`.execute(db);
  const total = rows[0]?.all_invoices ?? 0;
  return { rows: rows.filter(({ id }) => id !== null), total };
}

/** Status of the subscription's invoice; undefined where it has no such invoice, or its page is not readable. */
export async function findReadableStatus(
  db: Database,
  { subscriptionId, id }: { readonly subscriptionId: string; readonly id: string },
): Promise<string | undefined> {
  const row = await invoices(db)
    .selectFrom('invoices')
    .select('status')
    .where('id', '=', id)
    .where('subscription_id', '=', subscriptionId)
    .where('hidden', '=', false)
    .where(namesPresentPayer)
    .executeTakeFirst();
  return row?.status;
}

/** An invoice as an operator names it. */
export interface NamedInvoice {
  readonly id: string;
  readonly subscriptionId: string;
  readonly number: string | null;
  readonly status: string;
  /** ISO 4217 in lower case. */
  readonly currency: string;
  readonly isPaidOutside: boolean;
}

/** Finds invoices by the provider's id or by their number, two at most: a number is unique at one provider only. */
export async function findNamedInvoices(db: Database, name: string): Promise<NamedInvoice[]> {
  return await invoices(db)
    .selectFrom('invoices')
    .select([
      'id',
      'subscription_id as subscriptionId',
      'number',
      'status',
      'currency',
      'paid_outside as isPaidOutside',
    ])
    .where((where) => where.or([where('id', '=', name), where('number', '=', name)]))
    .limit(2)
    .execute();
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

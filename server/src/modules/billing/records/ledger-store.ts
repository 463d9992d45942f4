import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { LedgerEntry } from '../port/rules/ledger.ts';
import type { Period } from '../port/rules/period.ts';

interface InvoiceEntries {
  readonly invoiceId: string;
  readonly currency: string;
  readonly createdAt: Date;
  readonly entries: readonly LedgerEntry[];
}

/** Replaces the entries of the invoices, in one statement. */
export async function writeLedger(
  tx: Transaction,
  subscriptionId: string,
  invoices: readonly InvoiceEntries[],
): Promise<void> {
  if (invoices.length === 0) {
    return;
  }
  const rows = invoices.flatMap(({ invoiceId, currency, createdAt, entries }) =>
    entries.map((entry) => ({ ...entry, invoiceId, currency, createdAt })),
  );
  await sql`
    with before as (delete from ledger where invoice_id = any(${invoices.map(({ invoiceId }) => invoiceId)}))
    insert into ledger (invoice_id, subscription_id, kind, amount, currency, at, invoiced_at,
      price_id, quantity, gross, starts_at, ends_at, taxable, tax_rate_id, reverse_charge)
    select "invoiceId", ${subscriptionId}, kind, amount, currency, at, "createdAt",
      "priceId", quantity, gross, "from", "to", taxable, "taxRateId", "isReverseCharge"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry ("invoiceId" text, kind text,
      amount bigint, currency text, at timestamptz, "createdAt" timestamptz, "priceId" text,
      quantity integer, gross bigint, "from" timestamptz, "to" timestamptz, taxable bigint,
      "taxRateId" text, "isReverseCharge" boolean)`.execute(tx);
}

/** Cash that was paid and did not go back. */
const kept = sql`coalesce(sum(amount)
  filter (where kind in ('paid', 'paid-outside', 'refunded', 'disputed')), 0)::float8`;

/** Sums the entries that make an invoice due, less its payments. */
const unpaid = sql`coalesce(sum(case when kind like 'paid%' then 0 - amount else amount end)
  filter (where kind not in ('refunded', 'disputed')), 0)::float8`;

interface SpendingRow {
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly paid: number;
  readonly unpaid: number;
  /** Null before the first invoice. */
  readonly currency: string | null;
}

interface SpendingQuestion {
  readonly subscriptionId: string;
  /** Oldest first, each beginning where the one before it ends. */
  readonly periods: readonly Period[];
}

/**
 * Sums the invoices of the periods, oldest first; those of the last one reach up to now. Invoices in another
 * currency than the newest are left out.
 */
export async function listSpending(
  db: Database,
  { subscriptionId, periods }: SpendingQuestion,
): Promise<SpendingRow[]> {
  const starts = periods.map(({ start }) => start);
  const ends = periods.map(({ end }) => end);
  const { rows } = await sql<SpendingRow>`
    with periods as (
      select * from unnest(${starts}::timestamptz[], ${ends}::timestamptz[])
        with ordinality as p (starts_at, ends_at, place)
    ), newest as (
      select currency from invoices where subscription_id = ${subscriptionId} and status <> 'draft' and not hidden
      order by created_at desc, id desc limit 1
    )
    select p.starts_at, p.ends_at, (select currency from newest) as currency,
      ${kept} as paid, ${unpaid} as unpaid
    from periods p left join ledger on ledger.subscription_id = ${subscriptionId}
      and ledger.invoiced_at >= p.starts_at
      and (ledger.invoiced_at < p.ends_at or p.place = ${periods.length})
      and ledger.currency = (select currency from newest)
    group by p.place, p.starts_at, p.ends_at order by p.place`.execute(db);
  return rows;
}

interface PaidRow {
  readonly currency: string;
  readonly amount: number;
  readonly invoices: number;
}

/** Sums what was paid by currency, that of the latest invoice first. */
export async function listPaid(db: Database, subscriptionId: string): Promise<PaidRow[]> {
  const { rows } = await sql<PaidRow>`
    select currency, ${kept} as amount, (count(*) filter (where kind like 'paid%'))::int as invoices
    from ledger where subscription_id = ${subscriptionId}
    group by currency having count(*) filter (where kind like 'paid%') > 0
    order by max(invoiced_at) desc, currency`.execute(db);
  return rows;
}

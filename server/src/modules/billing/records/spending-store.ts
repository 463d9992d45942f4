import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import type { Period } from '../port/period.ts';
import { wholeAmounts } from './invoice-store.ts';

export interface SpendingRow {
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

const wholeInvoices = sql`(
  select subscription_id, created_at, currency, status, dispute, ${sql.join(wholeAmounts)} from invoices)`;

/** Minor units of an invoice that were to be paid: what credit has paid was cash of an earlier one. */
const due = sql`coalesce(i.due, greatest(i.total, 0))`;

/** Cash of an invoice that was paid and did not go back. A credit note that became credit gave none back. */
const kept = sql`(${due} - least(${due}, coalesce(i.refunded, 0)
  + case when i.dispute = 'lost' then i.disputed else 0 end))`;

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
      coalesce(sum(${kept}) filter (where i.status = 'paid'), 0)::float8 as paid,
      coalesce(sum(${due})
        filter (where i.status in ('open', 'uncollectible')), 0)::float8 as unpaid
    from periods p left join ${wholeInvoices} i on i.subscription_id = ${subscriptionId}
      and i.created_at >= p.starts_at and (i.created_at < p.ends_at or p.place = ${periods.length})
      and i.currency = (select currency from newest)
    group by p.place, p.starts_at, p.ends_at order by p.place`.execute(db);
  return rows;
}

interface PaidRow {
  readonly currency: string;
  readonly amount: number;
  readonly invoices: number;
}

/** Sums all paid invoices by currency, that of the latest first. */
export async function listPaid(db: Database, subscriptionId: string): Promise<PaidRow[]> {
  const { rows } = await sql<PaidRow>`
    select i.currency, sum(${kept})::float8 as amount,
      (count(*) filter (where ${due} > 0))::int as invoices
    from ${wholeInvoices} i where i.subscription_id = ${subscriptionId} and i.status = 'paid'
    group by i.currency order by max(i.created_at) desc, i.currency`.execute(db);
  return rows;
}

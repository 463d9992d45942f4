import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';

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
  readonly at: Date;
}

/**
 * Sums the invoices of the last 12 weeks as they are charged, oldest first. Where nothing is charged,
 * the weeks count from the subscription's creation. Invoices in another currency than the newest are left out.
 */
export async function listSpending(
  db: Database,
  { subscriptionId, at }: SpendingQuestion,
): Promise<SpendingRow[]> {
  const { rows } = await sql<SpendingRow>`
    with present as (
      select begun + floor(extract(epoch from ${at}::timestamptz - begun) / 604800) * interval '168 hours' as starts_at
      from (
        select coalesce(a.period_start, sub.created_at) as begun
        from subscriptions sub left join billing_accounts a on a.subscription_id = sub.id
        where sub.id = ${subscriptionId}
      ) own
    ), periods as (
      select back, starts_at - back * interval '168 hours' as starts_at,
        starts_at - (back - 1) * interval '168 hours' as ends_at
      from present, generate_series(0, 11) back
    ), newest as (
      select currency from invoices where subscription_id = ${subscriptionId} and status <> 'draft'
      order by created_at desc, id desc limit 1
    )
    select p.starts_at, p.ends_at, (select currency from newest) as currency,
      coalesce(sum(i.total - greatest(i.refunded, i.credited, 0)) filter (where i.status = 'paid'), 0)::int as paid,
      coalesce(sum(i.total - coalesce(i.credited, 0))
        filter (where i.status in ('open', 'uncollectible')), 0)::int as unpaid
    from periods p left join invoices i on i.subscription_id = ${subscriptionId}
      and i.created_at >= p.starts_at and (i.created_at < p.ends_at or p.back = 0)
      and i.currency = (select currency from newest)
    group by p.back, p.starts_at, p.ends_at order by p.back desc`.execute(db);
  return rows;
}

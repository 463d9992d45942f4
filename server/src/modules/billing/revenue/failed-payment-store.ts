import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import { monthOf, type Span } from './revenue-store.ts';
import { lateMs } from './timeline.ts';

export interface FailedRow {
  readonly month: string;
  readonly currency: string;
  readonly failedInvoices: number;
  /** Minor units that were due. */
  readonly failed: number;
  readonly recoveredInvoices: number;
  /** Minor units that were paid since. */
  readonly recovered: number;
}

const lateSeconds = lateMs / 1_000;

/** When the invoice was paid, if it was. */
const paidAt = sql`(select min(l.at) from ledger l where l.invoice_id = i.id and l.kind like 'paid%')`;

/**
 * Invoices of the span that were not paid at first. The activity says when a project was past due; what nobody saw
 * meanwhile shows in the ledger: the card paid days later, or nobody collects it any more.
 */
export const failedInvoices = ({ start, end }: Span) => sql`
  select i.id, i.subscription_id, i.currency, i.created_at as at, coalesce(i.number, i.id) as invoice,
    sums.due as amount, sums.paid as recovered
  from (
    select id from invoices where status = 'uncollectible' and created_at >= ${start} and created_at < ${end}
    union
    select i.id from invoices i join subscriptions s on s.id = i.subscription_id
    where i.status = 'open' and s.status in ('past_due', 'unpaid')
      and i.created_at >= ${start} and i.created_at < ${end}
    union
    select invoice_id from ledger where kind = 'paid' and at > invoiced_at + make_interval(secs => ${lateSeconds})
      and invoiced_at >= ${start} and invoiced_at < ${end}
    union
    select i.id from audit_events e join invoices i on i.subscription_id = e.subscription_id
    where e.action = 'subscription.past-due' and e.happened_at >= i.created_at
      and i.created_at >= ${start} and i.created_at < ${end}
      and e.happened_at <= coalesce(${paidAt}, 'infinity')
  ) late join invoices i using (id) cross join lateral (
    select coalesce(sum(l.amount) filter (where l.kind in ('charge', 'tax', 'balance', 'credited')), 0) as due,
      coalesce(sum(l.amount) filter (where l.kind like 'paid%'), 0) as paid
    from ledger l where l.invoice_id = i.id
  ) sums where sums.due > 0`;

/** Failed payments by the month of their invoices. */
export async function listFailed(db: Database, span: Span): Promise<FailedRow[]> {
  const { rows } = await sql<FailedRow>`
    select ${monthOf(sql`at`)} as month, currency, count(*)::int as "failedInvoices",
      sum(amount)::float8 as failed, (count(*) filter (where recovered > 0))::int as "recoveredInvoices",
      sum(recovered)::float8 as recovered
    from (${failedInvoices(span)}) failed group by 1, 2`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import { monthOf, type Span } from './revenue-store.ts';

export interface TaxRow {
  readonly month: string;
  readonly currency: string;
  readonly group: string;
  readonly country: string | null;
  readonly state: string | null;
  /** Percent. */
  readonly rate: number | null;
  readonly isReverseCharge: boolean;
  /** Minor units, as the tax. */
  readonly taxable: number;
  readonly tax: number;
  readonly invoices: number;
}

/**
 * Taxes of the invoices of the span. The place is that of the rate, which does not move with the customer; without a rate
 * it is the address of today. Entries of an earlier version do not say of what they are computed: of what was sold.
 */
export const taxEntries = ({ start, end }: Span) => sql`
  select l.invoice_id, l.subscription_id, l.currency, l.at, l.amount, r.state,
    trim_scale(r.percent) as rate, coalesce(l.taxable, sold.amount, 0) as taxable,
    coalesce(r.country, nullif(b.details -> 'address' ->> 'country', '')) as country,
    coalesce(l.reverse_charge, false) as reverse_charge,
    concat(coalesce(r.country, nullif(b.details -> 'address' ->> 'country', '')), '/', r.state, '/',
      trim_scale(r.percent), '/', case when l.reverse_charge then 'reverse' end) as "group"
  from ledger l left join tax_rates r on r.id = l.tax_rate_id
    left join billing_accounts b on b.subscription_id = l.subscription_id
    left join lateral (
      select sum(c.amount) as amount from ledger c where c.invoice_id = l.invoice_id and c.kind = 'charge'
    ) sold on l.taxable is null
  where l.kind = 'tax' and l.at >= ${start} and l.at < ${end}`;

/** Taxes by month, currency, country, state and rate, the largest first. */
export async function listTaxes(db: Database, span: Span): Promise<TaxRow[]> {
  const { rows } = await sql<TaxRow>`
    select ${monthOf(sql`at`)} as month, currency, "group", country, state, rate::float8 as rate,
      reverse_charge as "isReverseCharge", sum(taxable)::float8 as taxable, sum(amount)::float8 as tax,
      count(distinct invoice_id)::int as invoices
    from (${taxEntries(span)}) taxes group by 1, 2, 3, 4, 5, 6, 7
    order by month, tax desc, taxable desc, "group"`.execute(db);
  return rows;
}

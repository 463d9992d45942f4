import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';

export interface ProjectRow {
  readonly subscriptionId: string;
  readonly name: string | null;
  readonly endedAt: Date | null;
  /** End of the period that runs, if its renewal is charged. */
  readonly renewsAt: Date | null;
  /** Oldest first. */
  readonly invoices: readonly {
    readonly at: string;
    readonly paidAt: string | null;
    readonly currency: string;
    readonly lines: readonly LineRow[];
  }[];
}

export interface LineRow {
  /** Minor units before discounts, and with tax that is part of the price. */
  readonly gross: number;
  /** Without both. */
  readonly net: number;
  readonly priceId: string;
  readonly quantity: number;
  readonly from: string;
  readonly to: string;
}

/** Whether the row `l` of the ledger charges for a time. */
const isForTime = sql`
  l.kind = 'charge' and l.price_id is not null and l.quantity > 0 and l.ends_at > l.starts_at`;

/**
 * Projects that were ever charged for a time, by id, with the invoices that did; fewer than the limit only at the end.
 * Time that an operator gave is charged with 0.
 */
export async function listChargedProjects(
  db: Database,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    with page as (
      select id, name, ended_at, status from subscriptions s
      where id > ${after} and exists (
        select from ledger l where l.subscription_id = s.id and ${isForTime})
      order by id limit ${limit}
    ), charged as (
      select l.subscription_id, l.invoice_id, json_agg(json_build_object(
        'net', case when is_given then 0 else l.amount end,
        'gross', case when is_given then 0 else coalesce(l.gross, l.amount) end,
        'priceId', l.price_id, 'quantity', l.quantity,
        'from', l.starts_at, 'to', l.ends_at) order by l.id) as lines
      from ledger l join page on page.id = l.subscription_id
      cross join lateral (select exists (select from ledger g
        where g.invoice_id = l.invoice_id and g.kind = 'given' and g.amount < 0) as is_given) given
      where ${isForTime}
      group by l.subscription_id, l.invoice_id
    )
    select page.id as "subscriptionId", page.name, page.ended_at as "endedAt",
      case when page.status <> 'canceled' and b.price_amount > 0 and b.ends_at is null
        then b.period_end end as "renewsAt",
      json_agg(json_build_object(
        'at', i.created_at, 'currency', i.currency, 'lines', charged.lines,
        'paidAt', case when i.status = 'paid' then coalesce((
          select min(l.at) from ledger l where l.invoice_id = i.id and l.kind like 'paid%'
        ), i.created_at) end) order by i.created_at, i.id) as invoices
    from page join charged on charged.subscription_id = page.id
    join invoices i on i.id = charged.invoice_id
    left join billing_accounts b on b.subscription_id = page.id
    group by page.id, page.name, page.ended_at, page.status, b.price_amount, b.ends_at, b.period_end
    order by page.id`.execute(db);
  return rows;
}

/** Lists for each price and length the newest line that charges for whole days, as each whole period does. */
export async function listWholeLines(db: Database): Promise<LineRow[]> {
  const { rows } = await sql<{ line: LineRow }>`
    select json_build_object('net', l.amount, 'gross', coalesce(l.gross, l.amount), 'priceId', l.price_id,
      'quantity', l.quantity, 'from', l.starts_at, 'to', l.ends_at) as line
    from (
      select max(id) as id from ledger
      where kind = 'charge' and price_id is not null and quantity > 0 and coalesce(gross, amount) > 0
        and ends_at > starts_at and extract(epoch from ends_at - starts_at)::bigint % 86400 = 0
      group by price_id, ends_at - starts_at
    ) newest join ledger l using (id) order by l.id`.execute(db);
  return rows.map(({ line }) => line);
}

/** From one instant to before the other. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

/** Month of an instant, such as 2026-11. */
export const monthOf = (instant: RawBuilder<unknown>) =>
  sql<string>`to_char(${instant} at time zone 'UTC', 'YYYY-MM')`;

export interface CashRow {
  readonly month: string;
  readonly currency: string;
  /** Minor units, as the others. */
  readonly paid: number;
  /** Marked as paid by hand. */
  readonly paidOutside: number;
  readonly refunded: number;
  readonly disputed: number;
  readonly tax: number;
}

/** Cash of the months by when it came or went, and tax by when it was invoiced. */
export async function listCash(db: Database, { start, end }: Span): Promise<CashRow[]> {
  const { rows } = await sql<CashRow>`
    select ${monthOf(sql`at`)} as month, currency,
      coalesce(sum(amount) filter (where kind = 'paid'), 0)::float8 as paid,
      coalesce(sum(amount) filter (where kind = 'paid-outside'), 0)::float8 as "paidOutside",
      coalesce(sum(0 - amount) filter (where kind = 'refunded'), 0)::float8 as refunded,
      coalesce(sum(0 - amount) filter (where kind = 'disputed'), 0)::float8 as disputed,
      coalesce(sum(amount) filter (where kind = 'tax'), 0)::float8 as tax
    from ledger where at >= ${start} and at < ${end} group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

export interface StandingRow {
  readonly currency: string;
  /** Projects and minor units that failed renewals have left to pay. */
  readonly owing: number;
  readonly owed: number;
}

/** What is owed now. */
export async function listOwed(db: Database): Promise<StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    select owed_currency as currency, count(*)::int as owing,
      sum(coalesce(owed_amount_wide, owed_amount))::float8 as owed
    from billing_accounts where owed_amount is not null group by 1 order by 1`.execute(db);
  return rows;
}

interface TrialCount {
  readonly month: string;
  readonly begun: number;
  /** Trials among these whose projects have paid since. */
  readonly paid: number;
}

/** Trials by the month in which they have begun. */
export async function countTrials(db: Database, span: Span): Promise<TrialCount[]> {
  const { rows } = await sql<TrialCount>`
    select ${monthOf(sql`at`)} as month, count(*)::int as begun, (count(*) filter (where stayed))::int as paid
    from (${begunTrials(span)}) begun group by 1`.execute(db);
  return rows;
}

/** Projects whose trial has begun in the span, and whether they have paid since. */
export const begunTrials = ({ start, end }: Span) => sql`
  select subscription_id, min(begun_at) as at, exists (
    select from ledger l where l.subscription_id = trials.subscription_id and l.kind = 'paid'
  ) as stayed
  from trials where kind = 'account' and begun_at >= ${start} and begun_at < ${end}
  group by subscription_id`;

/** Trials that run at the instant. */
export async function countRunningTrials(db: Database, at: Date): Promise<number> {
  const { rows } = await sql<{ running: number }>`
    select count(*)::int as running from billing_accounts where trial_ends_at > ${at}`.execute(db);
  return rows[0]?.running ?? 0;
}

import type { MovementFigure, RevenueFigure } from '@hearth/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import { failedInvoices } from './failed-payment-store.ts';
import { begunTrials, monthOf, type Span } from './revenue-store.ts';
import { taxEntries } from './tax-store.ts';

export type StoredFigure = Exclude<RevenueFigure, MovementFigure>;

/** A row behind a figure that is stored as it is; MRR and its movements are not. */
export interface StoredRow {
  readonly subscriptionId: string;
  readonly name: string | null;
  /** Null for a figure about today. */
  readonly month: string | null;
  readonly at: Date;
  readonly invoice: string | null;
  /** Minor units; null where nothing is counted but projects. */
  readonly amount: number | null;
  /** Minor units that were paid of a failed payment since; null for all others. */
  readonly recovered: number | null;
  /** Null for all but taxes. */
  readonly tax: {
    readonly country: string | null;
    readonly state: string | null;
    readonly rate: number | null;
    readonly isReverseCharge: boolean;
    readonly taxable: number;
  } | null;
}

export interface StoredQuestion {
  readonly figure: StoredFigure;
  readonly currency: string | undefined;
  readonly group: string | undefined;
  readonly span: Span;
  readonly now: Date;
}

interface Source {
  /** Each row has as `key` its invoice or its project, which stays when a reading writes the ledger again. */
  readonly rows: RawBuilder<unknown>;
  readonly month: RawBuilder<unknown>;
}

const noTax = sql`null::json as tax`;
const noInvoice = sql`null::text as invoice`;
const notFailed = sql`null::bigint as recovered`;
const month = monthOf(sql`r.at`);

function sourceOf(question: StoredQuestion): Source {
  const { figure, currency, group, span, now } = question;
  switch (figure) {
    case 'paid':
      return ofLedger('paid', question);
    case 'paid_outside':
      return ofLedger('paid-outside', question);
    case 'refunded':
      return ofLedger('refunded', question);
    case 'disputed':
      return ofLedger('disputed', question);
    case 'tax':
      return {
        month,
        rows: sql`
          select t.invoice_id as key, t.subscription_id, t.at, coalesce(i.number, i.id) as invoice, t.amount, ${notFailed},
            json_build_object('country', t.country, 'state', t.state, 'rate', t.rate, 'taxable', t.taxable,
              'isReverseCharge', t.reverse_charge) as tax
          from (${taxEntries(span)}) t join invoices i on i.id = t.invoice_id
          where t.currency = ${currency} and t."group" = coalesce(${group}::text, t."group")`,
      };
    case 'failed':
    case 'recovered':
      return {
        month,
        rows: sql`
          select f.id as key, f.subscription_id, f.at, f.invoice, f.amount, f.recovered, ${noTax}
          from (${failedInvoices(span)}) f
          where f.currency = ${currency} and (f.recovered > 0 or ${figure === 'failed'})`,
      };
    case 'owed':
      return {
        month: sql`null`,
        rows: sql`
          select subscription_id as key, subscription_id, failed_at as at, ${noInvoice},
            coalesce(owed_amount_wide, owed_amount) as amount, ${notFailed}, ${noTax}
          from billing_accounts where owed_amount is not null and owed_currency = ${currency}`,
      };
    case 'trials':
    case 'stayed':
      return {
        month,
        rows: sql`
          select subscription_id as key, subscription_id, at, ${noInvoice}, null::bigint as amount, ${notFailed}, ${noTax}
          from (${begunTrials(span)}) begun where stayed or ${figure === 'trials'}`,
      };
    case 'trials_running':
      return {
        month: sql`null`,
        rows: sql`
          select subscription_id as key, subscription_id, trial_ends_at as at, ${noInvoice}, null::bigint as amount,
            ${notFailed}, ${noTax}
          from billing_accounts where trial_ends_at > ${now}`,
      };
  }
}

/** Cash that went back is below zero there. */
function ofLedger(kind: string, { currency, span: { start, end } }: StoredQuestion): Source {
  return {
    month,
    rows: sql`
      select l.invoice_id as key, l.subscription_id, l.at, (select coalesce(i.number, i.id) from invoices i where i.id = l.invoice_id) as invoice,
        abs(l.amount) as amount, ${notFailed}, ${noTax}
      from ledger l
      where l.kind = ${kind} and l.currency = ${currency} and l.at >= ${start} and l.at < ${end}`,
  };
}

const columns = ({ month: ofMonth }: Source) => sql`
  r.subscription_id as "subscriptionId", s.name, ${ofMonth} as month, r.at, r.invoice,
  r.amount::float8 as amount, r.recovered::float8 as recovered, r.tax`;

/** One page, the largest first, with the number of all. */
export async function listStoredPage(
  db: Database,
  question: StoredQuestion,
  { skipped, size }: { readonly skipped: number; readonly size: number },
): Promise<{ rows: StoredRow[]; total: number }> {
  const source = sourceOf(question);
  const { rows } = await sql<StoredRow>`
    select ${columns(source)} from (${source.rows}) r left join subscriptions s on s.id = r.subscription_id
    order by r.amount desc nulls last, r.at desc, r.key limit ${size} offset ${skipped}`.execute(
    db,
  );
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (${source.rows}) r`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

const batch = 1_000;

/** All rows by their key, so many at a time that no number of them fills the memory. */
export async function* listStoredRows(
  db: Database,
  question: StoredQuestion,
): AsyncGenerator<StoredRow[]> {
  const source = sourceOf(question);
  let after = '';
  let rows: (StoredRow & { readonly key: string })[];
  do {
    // An invoice may have several taxes, which stay together.
    ({ rows } = await sql<StoredRow & { readonly key: string }>`
      select r.key, ${columns(source)}
      from (${source.rows}) r left join subscriptions s on s.id = r.subscription_id
      where r.key > ${after} order by r.key fetch first ${sql.lit(batch)} rows with ties`.execute(
      db,
    ));
    yield rows;
    after = rows.at(-1)?.key ?? after;
  } while (rows.length >= batch);
}

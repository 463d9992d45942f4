import { type RawBuilder, sql } from 'kysely';
import type { TestApp } from '../harness/test-app.ts';

/** Everything that the provider has, in the form that the checks need. */
export interface Books {
  readonly customers: readonly BookedCustomer[];
  readonly subscriptions: readonly BookedSubscription[];
  readonly invoices: readonly BookedInvoice[];
  readonly charges: readonly BookedCharge[];
  readonly events: readonly { readonly id: string; readonly createdAt: Date }[];
  readonly codes: readonly BookedCode[];
}

/** A promotion code, and how long and how often it lowers something. */
export interface BookedCode {
  readonly code: string;
  readonly duration: 'once' | 'repeating' | 'forever';
  readonly months: number | null;
  readonly maxRedemptions: number | null;
}

interface BookedCustomer {
  readonly id: string;
  /** Our id of the subscription. */
  readonly reference: string;
  /** Last digits of the card that is charged next. */
  readonly card: string | null;
  /** Cents that later invoices use up. */
  readonly credit: number;
}

export interface BookedSubscription {
  readonly id: string;
  readonly customerId: string;
  readonly reference: string;
  readonly intentId: string;
  /** In our words. */
  readonly status: string;
  readonly priceIds: readonly string[];
  /** Cents per period. */
  readonly price: number;
  readonly createdAt: Date;
  /** When it ends by itself. */
  readonly endsAt: Date | null;
  readonly endedAt: Date | null;
  /** When the trial ends, or ended, that it began with. */
  readonly trialEnd: Date | null;
  /** Prices of the next period, where they are others. */
  readonly scheduled: Coming | null;
}

export interface Coming {
  readonly priceIds: readonly string[];
  readonly at: Date;
}

export interface BookedInvoice {
  readonly id: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  /** Shown to the buyer; null while it is a draft. */
  readonly number: string | null;
  readonly currency: string;
  /** `create`, `cycle` or `update`; `manual` for one that was written by hand. */
  readonly reason: string;
  readonly status: string;
  /** Cents, before credit is taken off and after. */
  readonly total: number;
  readonly due: number;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  /** Money that went back, or is asked back. */
  readonly returns: readonly BookedReturn[];
  /** Promotion codes that lower it. */
  readonly codes: readonly string[];
  /** Cents that codes and coupons take off. */
  readonly discount: number;
  /** Whether it is of time that an operator gave. */
  readonly isGiven: boolean;
  /** Prices of its lines. */
  readonly priceIds: readonly string[];
  /** Negative ones are credit for time that is given up. */
  readonly lines: readonly BookedLine[];
}

/** Money that a card has paid. */
export interface BookedCharge {
  readonly id: string;
  readonly customerId: string;
  /** Null where it was taken without an invoice. */
  readonly invoiceId: string | null;
  /** Minor units that were neither refunded nor lost to a dispute. */
  readonly kept: number;
}

export interface BookedReturn {
  readonly kind: 'refund' | 'dispute' | 'credit note';
  readonly cents: number;
  readonly at: Date;
  /** Our intent that asked for it; undefined where an operator made it at the provider. */
  readonly intentId?: string | undefined;
}

export interface BookedLine {
  readonly priceId: string | null;
  /** Cents with tax, before a discount of the whole invoice. */
  readonly amount: number;
  readonly from: Date;
  readonly to: Date;
}

/** Our rows about the same. */
export interface OwnBooks {
  readonly subscriptions: readonly OwnSubscription[];
  readonly intents: readonly OwnIntent[];
  readonly invoices: readonly OwnInvoice[];
  readonly events: readonly OwnEvent[];
  /** Customers of declined first purchases, kept for their account's next one. */
  readonly declinedCustomers: readonly string[];
}

interface OwnEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  /** When our rows knew of it; null while they do not. */
  readonly processedAt: Date | null;
  /** Its type and customer, for whoever looks for it. */
  readonly about: string;
}

export interface OwnSubscription {
  readonly id: string;
  readonly status: string;
  readonly planId: string;
  readonly customerId: string | null;
  readonly charged: string | null;
  /** A first payment that waits. */
  readonly next: string | null;
  readonly card: string | null;
  /** Cents per period, as it was read; null before that. */
  readonly price: number | null;
  readonly endsAt: Date | null;
  readonly scheduled: Coming | null;
}

export interface OwnIntent {
  readonly id: string;
  readonly subscriptionId: string;
  readonly accountId: string;
  readonly kind: string;
  readonly status: string;
  readonly createdAt: Date;
  /** When its process was done with it, at the latest. */
  readonly leasedUntil: Date;
  /** Prices that were chosen, by a purchase or a change. */
  readonly priceIds: readonly string[] | null;
  /** When a scheduled change takes effect. */
  readonly takesEffectAt: Date | null;
  /** Whether the bank was to ask its holder. */
  readonly isAsked: boolean;
  /** Code of a refused one. */
  readonly refusal: string | null;
  /** Invoice and cents of a refund; `given` once it is done. */
  readonly refund?: {
    readonly invoiceId: string;
    readonly amount: number;
    readonly given: number | null;
  } | null;
}

interface OwnInvoice {
  readonly id: string;
  readonly subscriptionId: string;
  readonly status: string;
  readonly total: number;
  /** Cash of its ledger: minor units that cards paid and that did not go back. */
  readonly kept: number;
}

const pricesOf = (items: RawBuilder<unknown>) =>
  sql`(select json_agg(item ->> 'price') from jsonb_array_elements(${items}) item)`;

export async function readOwnBooks({ db }: TestApp): Promise<OwnBooks> {
  const subscriptions = await sql<OwnSubscription>`
    select s.id, s.status, s.plan_id as "planId", b.customer_id as "customerId",
      b.provider_subscription_id as charged, b.next_provider_subscription_id as next,
      b.card ->> 'last4' as card, b.price_amount as price, b.ends_at as "endsAt",
      case when b.scheduled_at is not null then
        json_build_object('priceIds', ${pricesOf(sql`b.scheduled_items`)}, 'at', b.scheduled_at) end as scheduled
    from subscriptions s left join billing_accounts b on b.subscription_id = s.id`.execute(db);
  const intents = await sql<OwnIntent>`
    select id, subscription_id as "subscriptionId", account_id as "accountId", kind, status,
      created_at as "createdAt", leased_until as "leasedUntil",
      ${pricesOf(sql`input -> 'plan' -> 'items'`)} as "priceIds",
      (input ->> 'takesEffectAt')::timestamptz as "takesEffectAt",
      coalesce(outcome -> 'result' ? 'clientSecret', false) as "isAsked",
      outcome -> 'refusal' ->> 'code' as refusal,
      case when kind = 'refund' then json_build_object('invoiceId', input -> 'invoiceId',
        'amount', input -> 'amount', 'given', outcome -> 'result' -> 'refunded') end as refund
    from intents order by number`.execute(db);
  const invoices = await sql<OwnInvoice>`
    select id, subscription_id as "subscriptionId", status, total, (
      select coalesce(sum(amount), 0)::float8 from ledger
      where invoice_id = invoices.id and kind in ('paid', 'refunded', 'disputed')) as kept
    from invoices`.execute(db);
  const events = await sql<OwnBooks['events'][number]>`
    select id, type, created_at as "createdAt", processed_at as "processedAt",
      concat(type, ' of ', coalesce(customer_id, 'nobody'), ' and ', coalesce(reference, 'no project'),
        ' at ', created_at, ', its job ', (
          select concat('at ', job.run_at, ' ', job.last_error) from graphile_worker._private_jobs job
          where job.key = 'events of ' || customer_id)) as about
    from provider_events`.execute(db);
  const declined = await sql<{ id: string }>`
    select customer_id as id from declined_customers`.execute(db);
  return {
    declinedCustomers: declined.rows.map(({ id }) => id),
    subscriptions: subscriptions.rows.map(withInstant),
    intents: intents.rows,
    invoices: invoices.rows,
    events: events.rows,
  };
}

/** Instants within JSON arrive as text. */
const withInstant = <Row extends Pick<OwnSubscription, 'scheduled'>>(row: Row): Row => ({
  ...row,
  scheduled: row.scheduled && { ...row.scheduled, at: new Date(row.scheduled.at) },
});

import type { SubscriptionSheet } from '@hearth/contract';
import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';

const most = 50;

type Charges = Pick<
  SubscriptionSheet,
  'price' | 'period_end' | 'ends_at' | 'trial_ends_at' | 'free_until' | 'owed' | 'card'
>;

type ChargesRow = Pick<Charges, 'price' | 'owed' | 'card'> & {
  readonly period_end: Date | null;
  readonly ends_at: Date | null;
  readonly trial_ends_at: Date | null;
  readonly free_until: Date | null;
};

/** Charges of the project, as they were last read at the provider. */
export async function findCharges(db: Database, subscriptionId: string): Promise<Charges> {
  const { rows } = await sql<ChargesRow>`
    select period_end, ends_at, trial_ends_at, free_until,
      case when price_amount is not null then json_build_object(
        'amount', coalesce(price_amount_wide, price_amount), 'currency', price_currency) end as price,
      case when owed_amount is not null then json_build_object(
        'amount', coalesce(owed_amount_wide, owed_amount), 'currency', owed_currency) end as owed,
      case when card is not null then json_build_object(
        'brand', card ->> 'brand', 'last4', card ->> 'last4') end as card
    from billing_accounts where subscription_id = ${subscriptionId}`.execute(db);
  const [row] = rows;
  return {
    price: row?.price ?? null,
    owed: row?.owed ?? null,
    card: row?.card ?? null,
    period_end: row?.period_end?.toISOString() ?? null,
    ends_at: row?.ends_at?.toISOString() ?? null,
    trial_ends_at: row?.trial_ends_at?.toISOString() ?? null,
    free_until: row?.free_until?.toISOString() ?? null,
  };
}

interface Payer {
  readonly subscription_id: string;
  /** Billing details. */
  readonly details: object | null;
  readonly card: object | null;
}

/** Billing details and card of each project that the person owns. */
export async function listPayersOf(db: Database, uid: string): Promise<Payer[]> {
  const { rows } = await sql<Payer>`
    select subscription_id, details, card
    from billing_accounts join subscriptions s on s.id = subscription_id
    where s.owner_id = ${uid} order by s.created_at`.execute(db);
  return rows;
}

/** Owner first. */
export async function listPeopleOf(
  db: Database,
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
): Promise<SubscriptionSheet['people']> {
  const { rows } = await sql<SubscriptionSheet['people'][number]>`
    select a.id as uid, a.email, a.display_name as name, m.permissions
    from memberships m join accounts a on a.id = m.account_id
    where m.subscription_id = ${id}
    order by (a.id = ${ownerId}) desc, m.listed_as, a.id limit 100`.execute(db);
  return rows;
}

type InviteRow = Omit<SubscriptionSheet['invites'][number], 'created_at' | 'expires_at'> & {
  readonly created_at: Date;
  readonly expires_at: Date;
};

/** Newest first. One that has run out counts as expired, whether or not a sweep has marked it. */
export async function listInvitesOf(
  db: Database,
  { subscriptionId, at }: { readonly subscriptionId: string; readonly at: Date },
): Promise<SubscriptionSheet['invites']> {
  const { rows } = await sql<InviteRow>`
    select id, email, created_at, expires_at,
      case when status = 'pending' and expires_at <= ${at} then 'expired' else status end as status
    from invites where subscription_id = ${subscriptionId}
    order by created_at desc, id limit ${most}`.execute(db);
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
}

type InvoiceRow = Omit<SubscriptionSheet['invoices'][number], 'created_at'> & {
  readonly created_at: Date;
};

/** Newest first. */
export async function listInvoicesOf(
  db: Database,
  subscriptionId: string,
): Promise<SubscriptionSheet['invoices']> {
  const { rows } = await sql<InvoiceRow>`
    select id, number, created_at, status, currency, paid_outside,
      coalesce(total_wide, total)::float8 as total,
      coalesce(refunded_wide, refunded, 0)::float8 as refunded,
      (select greatest(coalesce(sum(amount), 0), 0)::float8 from ledger
        where invoice_id = invoices.id and kind in ('paid', 'refunded', 'disputed')) as refundable
    from invoices where subscription_id = ${subscriptionId} and not hidden
    order by created_at desc, id desc limit ${most}`.execute(db);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

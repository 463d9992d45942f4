import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';

const most = 10;

interface FoundPerson {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly disabled: boolean;
}

/** By a part of name, address or uid: index `accounts_found`. The account with that very address or uid comes first. */
export async function findPeople(db: Database, text: string): Promise<FoundPerson[]> {
  const matches = contains(sql`fold_name(display_name || ' ' || email || ' ' || id)`, text);
  const { rows } = await sql<FoundPerson>`
    with exact as (select * from accounts where id = ${text} or email = lower(${text}))
    select id as uid, email, display_name as name, disabled_at is not null as disabled from exact
    union all (
      select id, email, display_name, disabled_at is not null from accounts
      where ${matches} and id not in (select id from exact) limit ${most})
    limit ${most}`.execute(db);
  return rows;
}

interface FoundProject {
  readonly subscriptionId: string;
  readonly name: string | null;
  readonly planId: string;
  readonly status: string;
  readonly owner: string | null;
}

/**
 * Matches a part of the name or id (index `subscriptions_found`), the last four digits of the card (index
 * `billing_accounts_last4`), or an id of the provider, a change or an invite.
 */
export async function findProjects(db: Database, text: string): Promise<FoundProject[]> {
  const matches = contains(sql`fold_name(coalesce(name, '') || ' ' || id)`, text);
  const { rows } = await sql<FoundProject>`
    with exact as (
      (select subscription_id as id from billing_accounts
        where customer_id = ${text} or provider_subscription_id = ${text})
      union (select subscription_id from billing_accounts where card ->> 'last4' = ${text} limit ${most})
      union (select subscription_id from intents where id = ${text})
      union (select subscription_id from invites where id = ${text})
    ), found as (
      select id from exact
      union (select id from subscriptions where ${matches} limit ${most})
      limit ${most}
    )
    select s.id as "subscriptionId", s.name, s.plan_id as "planId", s.status, a.email as owner
    from found join subscriptions s on s.id = found.id left join accounts a on a.id = s.owner_id
    order by s.created_at desc`.execute(db);
  return rows;
}

interface FoundInvoice {
  readonly id: string;
  readonly number: string | null;
  readonly subscriptionId: string;
  readonly name: string | null;
  readonly total: number;
  readonly currency: string;
  readonly status: string;
}

/** By a part of the number or the provider's id: index `invoices_found`. */
export async function findInvoices(db: Database, text: string): Promise<FoundInvoice[]> {
  const matches = contains(sql`fold_name(coalesce(number, '') || ' ' || id)`, text);
  const { rows } = await sql<FoundInvoice>`
    with found as (select * from invoices where ${matches} and not hidden limit ${most})
    select found.id, number, subscription_id as "subscriptionId", s.name,
      coalesce(total_wide, total)::float8 as total, currency, found.status
    from found join subscriptions s on s.id = found.subscription_id
    order by found.created_at desc`.execute(db);
  return rows;
}

/** Two letters are only looked for at the beginning of a word, since an index of trigrams knows no shorter part. */
function contains(words: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const escaped = text.normalize('NFKD').replace(/[\\%_]/g, '\\$&');
  return [...text].length < 3
    ? sql`(${words} like fold_name(${`${escaped}%`}) or ${words} like fold_name(${`% ${escaped}%`}))`
    : sql`${words} like fold_name(${`%${escaped}%`})`;
}

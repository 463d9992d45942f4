import type { User } from '@hearth/contract';
import { sql } from 'kysely';
import { isForeignKeyViolation } from '../../platform/database.ts';
import type { PagePosition } from '../../platform/page-token.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Database, Transaction } from '../../platform/transaction.ts';
import { keepNames } from '../audit/index.ts';
import type { SubscriptionView } from './access.ts';
import { type SeatCount, seatColumns } from './seat-store.ts';
import { toView, type ViewRow, viewColumns } from './view-store.ts';

interface MembershipTable {
  subscription_id: string;
  account_id: string;
  permissions: string[];
  created_at: Date;
  last_seen_at: Date | null;
}

const memberships = (db: Database) => db.withTables<{ memberships: MembershipTable }>();

export interface Membership {
  readonly subscriptionId: string;
  readonly accountId: string;
  readonly permissions: readonly string[];
  readonly createdAt: Date;
  /** Last request in the subscription; null before the first one. */
  readonly lastSeenAt?: Date | null;
}

/** Adds the row; refuses when the account is deleted at this very moment. */
export async function insertMembership(tx: Transaction, membership: Membership): Promise<void> {
  try {
    await insertRow(tx, membership);
  } catch (error) {
    if (isForeignKeyViolation(error, 'memberships_account_id_fkey')) {
      refuse('auth/account-deleted');
    }
    throw error;
  }
}

async function insertRow(tx: Transaction, membership: Membership): Promise<void> {
  await memberships(tx)
    .insertInto('memberships')
    .values({
      subscription_id: membership.subscriptionId,
      account_id: membership.accountId,
      permissions: [...membership.permissions],
      created_at: membership.createdAt,
      last_seen_at: membership.lastSeenAt ?? null,
    })
    .execute();
}

export type MembershipKey = Pick<Membership, 'subscriptionId' | 'accountId'>;

export async function findMembership(
  db: Database,
  { subscriptionId, accountId }: MembershipKey,
): Promise<Membership | undefined> {
  const row = await memberships(db)
    .selectFrom('memberships')
    .select(['permissions', 'created_at', 'last_seen_at'])
    .where('subscription_id', '=', subscriptionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return (
    row && {
      subscriptionId,
      accountId,
      permissions: row.permissions,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
    }
  );
}

/** Accounts of all members, the first to join first. */
export async function listMemberIds(db: Database, subscriptionId: string): Promise<string[]> {
  const rows = await memberships(db)
    .selectFrom('memberships')
    .select('account_id')
    .where('subscription_id', '=', subscriptionId)
    .orderBy('created_at')
    .orderBy('account_id')
    .execute();
  return rows.map((row) => row.account_id);
}

/** Owners of the subscriptions that the account is a member of, each once, without the account itself. */
export async function listOwnersAround(db: Database, uid: string): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    select distinct sub.owner_id from memberships m join subscriptions sub on sub.id = m.subscription_id
    where m.account_id = ${uid} and sub.owner_id <> ${uid}`.execute(db);
  return rows.map(({ owner_id }) => owner_id);
}

/** Whether the account is a member of a subscription or owns one, whatever its status. */
export async function isInAnySubscription(tx: Transaction, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from memberships where account_id = ${accountId}
    union all
    select 1 from subscriptions where owner_id = ${accountId}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Notes a request of the member; nothing for a person who has been removed meanwhile. */
export async function recordMemberSeen(
  db: Database,
  { subscriptionId, accountId, at }: MembershipKey & { readonly at: Date },
): Promise<void> {
  await memberships(db)
    .updateTable('memberships')
    .set({ last_seen_at: at })
    .where('subscription_id', '=', subscriptionId)
    .where('account_id', '=', accountId)
    .execute();
}

export async function setPermissions(
  tx: Transaction,
  { subscriptionId, accountId, permissions }: Omit<Membership, 'createdAt' | 'lastSeenAt'>,
): Promise<void> {
  await memberships(tx)
    .updateTable('memberships')
    .set({ permissions: [...permissions] })
    .where('subscription_id', '=', subscriptionId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Removes the row; the activity keeps the name that the person had. */
export async function removeMembership(
  tx: Transaction,
  { subscriptionId, accountId }: MembershipKey,
): Promise<void> {
  await sql`
    with gone as (
      delete from memberships where subscription_id = ${subscriptionId} and account_id = ${accountId}
      returning subscription_id, account_id
    ) ${keepNames(namesOfGone)}`.execute(tx);
}

const namesOfGone = sql`
  select a.id, gone.subscription_id, coalesce(nullif(a.display_name, ''), a.email)
  from gone join accounts a on a.id = gone.account_id`;

/** A subscription of an account with what it holds there. */
export interface HeldSubscription {
  readonly id: string;
  readonly name: string | null;
  readonly status: string;
  readonly plan_id: string;
  readonly is_owner: boolean;
  /** Null for an owner who is no member. */
  readonly permissions: string[] | null;
  readonly joined_at: Date | null;
  readonly is_frozen: boolean;
}

/** Subscriptions of the account, oldest first, for operators and an export of its data. */
export async function listSubscriptionsOf(
  db: Database,
  uid: string,
): Promise<readonly HeldSubscription[]> {
  const { rows } = await sql<HeldSubscription>`
    select sub.id, sub.name, sub.status, sub.plan_id, sub.owner_id = ${uid} as is_owner,
      m.permissions, m.created_at as joined_at,
      exists (select 1 from ownership_claims c where c.subscription_id = sub.id) as is_frozen
    from subscriptions sub
    left join memberships m on m.subscription_id = sub.id and m.account_id = ${uid}
    where m.account_id is not null or sub.owner_id = ${uid}
    order by sub.created_at, sub.id`.execute(db);
  return rows;
}

/** Locks every subscription of the account, in one order for all, and answers their ids. */
export async function lockSubscriptionsOf(tx: Transaction, uid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select sub.id from subscriptions sub
    where sub.owner_id = ${uid}
      or exists (select 1 from memberships m where m.subscription_id = sub.id and m.account_id = ${uid})
    order by sub.id for update of sub`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Removes all memberships of the account; answers their subscriptions. */
export async function removeMembershipsOf(tx: Transaction, uid: string): Promise<string[]> {
  const rows = await memberships(tx)
    .deleteFrom('memberships')
    .where('account_id', '=', uid)
    .returning('subscription_id')
    .execute();
  return rows.map((row) => row.subscription_id);
}

/** Removes memberships since then in subscriptions that the account does not own; answers these. */
export async function removeMembershipsSince(
  tx: Transaction,
  { uid, since }: { readonly uid: string; readonly since: Date },
): Promise<string[]> {
  const { rows } = await sql<{ subscription_id: string }>`
    with gone as (
      delete from memberships m using subscriptions sub
      where sub.id = m.subscription_id and m.account_id = ${uid}
        and m.created_at >= ${since} and sub.owner_id <> ${uid}
      returning m.subscription_id, m.account_id
    ), kept as (${keepNames(namesOfGone)})
    select subscription_id from gone`.execute(tx);
  return rows.map((row) => row.subscription_id).sort();
}

interface ListQuestion {
  readonly uid: string;
  readonly at: Date;
  /** Keys whose holders may see everybody's permissions. */
  readonly showHoldersTo: readonly string[];
  /** Permission without which nobody sees a subscription. */
  readonly held: string;
  /** Last subscription of the page before; undefined on the first page. */
  readonly after: PagePosition | undefined;
  readonly limit: number;
}

/** A subscription of a list, with its people. */
export interface ListedView extends SubscriptionView {
  readonly seats: SeatCount;
  /** The first three members: the owner, and then the others by name. */
  readonly firstPeople: readonly Person[];
}

type Person = Pick<User, 'uid' | 'display_name' | 'avatar_url'>;

const firstPeople = sql.raw(`(
  select jsonb_agg(jsonb_build_object(
      'uid', a.id, 'display_name', a.display_name, 'avatar_url', a.avatar_url)
    order by part, listed_as, a.id)
  from (
    (select account_id, 0 as part, '' as listed_as from memberships
      where subscription_id = sub.id and account_id = sub.owner_id)
    union all
    (select account_id, 1, listed_as from memberships
      where subscription_id = sub.id and account_id <> sub.owner_id
      order by listed_as, account_id limit 3)
    order by part, listed_as, account_id limit 3
  ) shown join accounts a on a.id = shown.account_id) as first_people`);

/** Lists the subscriptions that the account may see, as `isVisibleTo` says, newest first. */
export async function listViewsOf(
  db: Database,
  { uid, at, showHoldersTo, held, after, limit }: ListQuestion,
): Promise<ListedView[]> {
  const isAfter = after
    ? sql`and (s.created_at < ${after.createdAt}
        or (s.created_at = ${after.createdAt} and s.id > ${after.id}))`
    : sql``;
  // The page comes first, so that people and seats are read for its rows only.
  const { rows } = await sql<ViewRow & SeatCount & { first_people: Person[] | null }>`
    with page as materialized (
      select s.id from memberships own join subscriptions s on s.id = own.subscription_id
      where own.account_id = ${uid} and ${held} = any(own.permissions)
        and (s.status <> 'incomplete' or s.owner_id = ${uid}) ${isAfter}
      order by s.created_at desc, s.id limit ${limit}
    )
    select ${viewColumns(showHoldersTo)}, ${seatColumns(at)}, ${firstPeople}
    from page join subscriptions sub on sub.id = page.id
    join memberships m on m.subscription_id = sub.id and m.account_id = ${uid}
    order by sub.created_at desc, sub.id`.execute(db);
  return rows.flatMap((row) => {
    const view = toView(row);
    const { members, pending, first_people } = row;
    return view ? [{ ...view, seats: { members, pending }, firstPeople: first_people ?? [] }] : [];
  });
}

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/transaction.ts';
import { seatColumns } from '../subscriptions/index.ts';
import {
  isListed,
  type ListRow,
  listedColumns,
  memberMatches,
  toUserList,
  type UserList,
  type UserQuestion,
} from './user-list-store.ts';

/** Filter of a list, and its order. */
export interface UserFilter {
  readonly status?: 'active' | 'pending' | undefined;
  readonly role?: 'owner' | 'member' | undefined;
  readonly permission?: string | undefined;
  readonly sortBy?: 'name' | 'email' | 'joined' | 'lastSeen' | undefined;
  readonly descending?: boolean | undefined;
}

interface Narrowed extends UserQuestion {
  readonly filter: UserFilter;
  /** The permission that everybody holds. */
  readonly defaultKey: string;
}

/** Like `listUsersByName`, narrowed and in any order; it reads the whole list. */
export async function listUsersBy(db: Database, question: Narrowed): Promise<UserList> {
  const { subscriptionId, at, offset, limit, filter } = question;
  const hasStatus =
    filter.status === undefined ? sql`true` : sql`everyone.status = ${filter.status}`;
  const order = orderOf(filter);
  const { rows } = await sql<ListRow>`
    with sub as materialized (
      select id, owner_id, member_count from subscriptions where id = ${subscriptionId}
    ), seats as materialized (
      select ${seatColumns(at)} from sub
    ), everyone as materialized (${members(question)} union all ${pending(question)}
    ), found as materialized (
      select count(*) filter (where ${hasStatus})::int as total,
        count(*) filter (where everyone.status = 'active')::int as active,
        count(*) filter (where everyone.status = 'pending')::int as waiting
      from everyone
    ), page as materialized (
      select everyone.* from everyone where ${hasStatus}
      order by ${order} offset ${offset} limit ${limit}
    )
    select found.*, seats.members + seats.pending as seats_used, seats.pending as seats_pending,
      ${listedColumns(question)}
    from seats, found left join page listed on true order by ${order}`.execute(db);
  return toUserList(rows);
}

function members(question: Narrowed): RawBuilder<unknown> {
  return sql`
    select case when m.account_id = sub.owner_id then 0 else 1 end as part,
      m.listed_as, a.id, a.display_name, a.email, m.permissions, 'active' as status,
      m.created_at as since, m.last_seen_at, null::timestamptz as expires_at, null as inviter_id
    from sub join memberships m on m.subscription_id = sub.id join accounts a on a.id = m.account_id
    where ${memberMatches(question)} and ${memberHolds(question)}`;
}

function pending(question: Narrowed): RawBuilder<unknown> {
  return sql`
    select 2, i.email, i.id, '', i.email, i.permissions, 'pending',
      i.created_at, null, i.expires_at, i.invited_by
    from invites i, sub where ${isListed(question)} and ${inviteHolds(question)}`;
}

function memberHolds({ filter: { role, permission }, defaultKey }: Narrowed): RawBuilder<unknown> {
  if (role === 'owner') {
    return sql`m.account_id = sub.owner_id`;
  }
  if (role === 'member') {
    return sql`m.account_id <> sub.owner_id and m.permissions <@ ${[defaultKey]}::text[]`;
  }
  return permission === undefined ? sql`true` : sql`${permission} = any(m.permissions)`;
}

function inviteHolds({ filter: { role, permission }, defaultKey }: Narrowed): RawBuilder<unknown> {
  if (role === 'owner') {
    return sql`false`;
  }
  if (role === 'member') {
    return sql`i.permissions <@ ${[defaultKey]}::text[]`;
  }
  return permission === undefined ? sql`true` : sql`${permission} = any(i.permissions)`;
}

/** Invites come last, except among addresses; a person who was never here comes before all who were. */
const orders: Record<NonNullable<UserFilter['sortBy']>, (direction: string) => string> = {
  name: (direction) =>
    direction === 'asc' ? 'part, listed_as, id' : 'part = 2, listed_as desc, id desc',
  email: (direction) => `email ${direction}, id`,
  joined: (direction) => `part = 2, since ${direction}, listed_as, id`,
  lastSeen: (direction) =>
    `part = 2, last_seen_at ${direction} nulls ${direction === 'asc' ? 'first' : 'last'}, listed_as, id`,
};

function orderOf({ sortBy = 'name', descending = false }: UserFilter): RawBuilder<unknown> {
  return sql.raw(orders[sortBy](descending ? 'desc' : 'asc'));
}

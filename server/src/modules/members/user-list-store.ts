import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/transaction.ts';
import { seatColumns } from '../subscriptions/index.ts';

export interface UserQuestion {
  readonly subscriptionId: string;
  /** Part of a name or an address; empty for everybody. */
  readonly search: string;
  /** Part of the found users: `limit` of them after the first `offset`. */
  readonly offset: number;
  readonly limit: number;
  readonly at: Date;
}

/** An active member, or an address with a pending invite. */
export interface UserRow {
  readonly id: string;
  readonly display_name: string;
  readonly email: string;
  readonly permissions: string[];
  readonly status: 'active' | 'pending';
  /** Null while the invite is pending. */
  readonly has_second_factor: boolean | null;
  /** Pending invites that the person has sent here. */
  readonly open_invites: number;
  /** When the person joined, or the invite was made. */
  readonly since: Date;
  readonly last_seen_at: Date | null;
  /** End of an invite. */
  readonly expires_at: Date | null;
  /** Name of who invited, else their address. */
  readonly invited_by: string | null;
}

export interface UserList {
  readonly rows: UserRow[];
  /** Number of found users. */
  readonly total: number;
  /** Number of found users of each status, whatever status is asked for. */
  readonly counts: { readonly active: number; readonly pending: number };
  readonly seats: { readonly used: number; readonly pending: number };
}

/** Counts that are in every row. */
interface Counts {
  readonly total: number;
  readonly active: number;
  readonly waiting: number;
  readonly seats_used: number;
  readonly seats_pending: number;
}

/** A user with the counts of the whole list; without an id if nobody is found. */
export type ListRow = UserRow & Counts & { id: string | null };

export function toUserList(rows: readonly ListRow[]): UserList {
  const first = rows[0];
  return {
    rows: rows.filter(({ id }) => id !== null),
    total: first?.total ?? 0,
    counts: { active: first?.active ?? 0, pending: first?.waiting ?? 0 },
    seats: { used: first?.seats_used ?? 0, pending: first?.seats_pending ?? 0 },
  };
}

/**
 * The owner, then active members by name, then pending invites by address. Reads only the page, in one statement, so
 * that list and counts are of one moment.
 */
export async function listUsersByName(db: Database, question: UserQuestion): Promise<UserList> {
  // A search is planned each time: one plan for lists of every size reads long ones from end to end.
  const name = sql.raw(question.search === '' ? '/* plan once: list-users */' : '');
  const { rows } = await sql<ListRow>`${name}
    with sub as materialized (
      select id, owner_id, member_count from subscriptions where id = ${question.subscriptionId}
    ), seats as materialized (${seatCounts(question)}), found as materialized (
      ${foundCounts(question)}
    ), page as materialized (${pageBounds(question)})
    select found.owner + found.members + found.pending as total,
      found.owner + found.members as active, found.pending as waiting,
      seats.members + seats.pending as seats_used, seats.pending as seats_pending,
      ${listedColumns(question)}
    from seats, found left join (${ownerRow(question)}
      union all (${memberRows(question, 'asc')})
      union all (${memberRows(question, 'desc')})
      union all (${pendingRows(question)})) listed on true
    order by listed.part, listed.listed_as, listed.id`.execute(db);
  return toUserList(rows);
}

/** Columns of UserRow over `listed`. */
export function listedColumns({ subscriptionId, at }: UserQuestion): RawBuilder<unknown> {
  return sql`listed.*, (
      select factor_count > 0 from accounts where id = listed.id) as has_second_factor, (
      select count(*)::int from invites sent where sent.invited_by = listed.id
        and sent.subscription_id = ${subscriptionId}
        and sent.status = 'pending' and sent.expires_at > ${at}) as open_invites, (
      select coalesce(nullif(host.display_name, ''), host.email)
        from accounts host where host.id = listed.inviter_id) as invited_by`;
}

function seatCounts(question: UserQuestion): RawBuilder<unknown> {
  return sql`select ${seatColumns(question.at)}, (
      select count(*)::int from memberships m where m.subscription_id = sub.id
        and m.account_id = sub.owner_id and ${memberMatches(question)}) as owner
    from sub`;
}

/** Number of found users in each part; without a search these are all. */
function foundCounts(question: UserQuestion): RawBuilder<unknown> {
  const counts =
    question.search === ''
      ? sql`members - owner as members, pending`
      : sql`
        (select count(*)::int from memberships m, sub where m.subscription_id = sub.id
          and m.account_id <> sub.owner_id and ${memberMatches(question)}) as members,
        (select count(*)::int from invites i, sub where ${isListed(question)}) as pending`;
  return sql`select owner, ${counts} from seats`;
}

/** Offset and length of the page in each part. The second half of the members is read from the end. */
function pageBounds({ offset, limit }: UserQuestion): RawBuilder<unknown> {
  const [from, size] = [sql`${offset}::int`, sql`${limit}::int`];
  return sql`select *, members_from > found_members / 2 as from_end from (
      select members as found_members, greatest(${from} - owner, 0) as members_from,
        least(${from} + ${size} - owner, members) as members_to,
        greatest(${from} - owner - members, 0) as pending_from,
        ${from} + ${size} - owner - members as pending_to
      from found) bounds`;
}

function ownerRow(question: UserQuestion): RawBuilder<unknown> {
  return sql`
    select 0 as part, '' as listed_as, a.id, a.display_name, a.email, m.permissions,
      'active' as status, m.created_at as since, m.last_seen_at, null::timestamptz as expires_at,
      null as inviter_id
    from sub join memberships m on m.subscription_id = sub.id and m.account_id = sub.owner_id
    join accounts a on a.id = m.account_id
    where ${question.offset}::int = 0 and ${memberMatches(question)}`;
}

function memberRows(question: UserQuestion, direction: 'asc' | 'desc'): RawBuilder<unknown> {
  const order = sql.raw(direction);
  const size = sql`greatest(members_to - members_from, 0)`;
  const slice =
    direction === 'asc'
      ? sql`offset (select members_from from page)
          limit (select case when from_end then 0 else ${size} end from page)`
      : sql`offset (select greatest(found_members - members_to, 0) from page)
          limit (select case when from_end then ${size} else 0 end from page)`;
  return sql`
    select 1, m.listed_as, a.id, a.display_name, a.email, m.permissions, 'active',
      m.created_at, m.last_seen_at, null, null
    from (
      select m.account_id, m.permissions, m.listed_as, m.created_at, m.last_seen_at from memberships m
      where m.subscription_id = ${question.subscriptionId}
        and m.account_id <> (select owner_id from sub) and ${memberMatches(question)}
      order by m.listed_as ${order}, m.account_id ${order} ${slice}
    ) m join accounts a on a.id = m.account_id`;
}

function pendingRows(question: UserQuestion): RawBuilder<unknown> {
  return sql`
    select 2, i.email, i.id, '', i.email, i.permissions, 'pending',
      i.created_at, null, i.expires_at, i.invited_by
    from invites i, sub where ${isListed(question)}
    order by i.email
    offset (select pending_from from page)
    limit (select greatest(pending_to - pending_from, 0) from page)`;
}

export function memberMatches({ search }: UserQuestion): RawBuilder<unknown> {
  return search === '' ? sql`true` : sql`m.search_text like fold_name(${pattern(search)})`;
}

export function isListed({ at, search }: UserQuestion): RawBuilder<unknown> {
  const matches =
    search === '' ? sql`true` : sql`fold_name(i.email) like fold_name(${pattern(search)})`;
  return sql`i.subscription_id = sub.id and i.status = 'pending'
    and i.expires_at > ${at} and ${matches}`;
}

/** A sign that folds into one of a pattern counts as that. */
function pattern(search: string): string {
  return `%${search.normalize('NFKD').replace(/[\\%_]/g, '\\$&')}%`;
}

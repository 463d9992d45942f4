import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/transaction.ts';
import { type SeatCount, seatColumns } from '../subscriptions/index.ts';

export interface UserQuestion {
  readonly subscriptionId: string;
  readonly ownerId: string;
  /** Part of a name or an address; empty for everybody. */
  readonly search: string;
  readonly at: Date;
}

/** How many the search finds, and how many there are. */
export interface UserCount extends SeatCount {
  readonly ownerFound: number;
  /** Active members but the owner. */
  readonly membersFound: number;
  readonly pendingFound: number;
}

export async function countUsers(db: Database, question: UserQuestion): Promise<UserCount> {
  const { subscriptionId, ownerId, at } = question;
  if (question.search === '') {
    const { rows } = await sql<SeatCount>`/* plan once: count-users */
      select ${seatColumns(at)} from (values (${subscriptionId}::text)) sub (id)`.execute(db);
    const { members, pending } = rows[0] ?? { members: 0, pending: 0 };
    const ownerFound = Math.min(members, 1);
    return {
      members,
      pending,
      ownerFound,
      membersFound: members - ownerFound,
      pendingFound: pending,
    };
  }
  const { rows } = await sql<UserCount>`
    select ${seatColumns(at)},
      (select count(*)::int from memberships m where m.subscription_id = sub.id
        and m.account_id = ${ownerId} and ${memberMatches(question)}) as "ownerFound",
      (select count(*)::int from memberships m where m.subscription_id = sub.id
        and m.account_id <> ${ownerId} and ${memberMatches(question)}) as "membersFound",
      (select count(*)::int from invites i where ${isListed(question)}) as "pendingFound"
    from (values (${subscriptionId}::text)) sub (id)`.execute(db);
  return rows[0] as UserCount;
}

/** A slice of one part of the list. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
  /** How many the part has; a slice of its second half is read from the end. */
  readonly of: number;
}

export interface MemberRow {
  readonly id: string;
  readonly display_name: string;
  readonly email: string;
  readonly permissions: string[];
}

export async function findOwnerRow(db: Database, question: UserQuestion): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select a.id, a.display_name, a.email, m.permissions
    from memberships m join accounts a on a.id = m.account_id
    where m.subscription_id = ${question.subscriptionId} and m.account_id = ${question.ownerId}
      and ${memberMatches(question)}`.execute(db);
  return rows;
}

/** Active members but the owner, by name. */
export async function listMemberRows(
  db: Database,
  question: UserQuestion,
  slice: Slice,
): Promise<MemberRow[]> {
  const { direction, offset, limit, isReversed } = toScan(slice);
  const { rows } = await sql<MemberRow>`
    with page as (
      select m.account_id, m.permissions, m.listed_as from memberships m
      where m.subscription_id = ${question.subscriptionId} and m.account_id <> ${question.ownerId}
        and ${memberMatches(question)}
      order by m.listed_as ${direction}, m.account_id ${direction} offset ${offset} limit ${limit}
    )
    select a.id, a.display_name, a.email, page.permissions
    from page join accounts a on a.id = page.account_id
    order by page.listed_as ${direction}, page.account_id ${direction}`.execute(db);
  return isReversed ? rows.reverse() : rows;
}

export interface PendingRow {
  readonly id: string;
  readonly email: string;
  readonly permissions: string[];
}

/** Pending invites that have not expired, by address. */
export async function listPendingRows(
  db: Database,
  question: UserQuestion,
  slice: Slice,
): Promise<PendingRow[]> {
  const { direction, offset, limit, isReversed } = toScan(slice);
  const { rows } = await sql<PendingRow>`
    select i.id, i.email, i.permissions from invites i where ${isListed(question)}
    order by i.email ${direction} offset ${offset} limit ${limit}`.execute(db);
  return isReversed ? rows.reverse() : rows;
}

function toScan({ offset, limit, of }: Slice) {
  const isReversed = offset > of / 2;
  const size = Math.min(limit, of - offset);
  return {
    isReversed,
    direction: sql.raw(isReversed ? 'desc' : 'asc'),
    offset: isReversed ? of - offset - size : offset,
    limit: size,
  };
}

function memberMatches({ search }: UserQuestion): RawBuilder<unknown> {
  return search === '' ? sql`true` : sql`m.search_text like lower(${pattern(search)})`;
}

function isListed({ subscriptionId, at, search }: UserQuestion): RawBuilder<unknown> {
  const matches = search === '' ? sql`true` : sql`i.email like lower(${pattern(search)})`;
  return sql`i.subscription_id = ${subscriptionId} and i.status = 'pending'
    and i.expires_at > ${at} and ${matches}`;
}

function pattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}

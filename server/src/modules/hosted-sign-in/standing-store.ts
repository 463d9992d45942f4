import type { SubscriptionStatus } from '@hearth/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/transaction.ts';

export interface MemberStanding {
  readonly id: string;
  readonly status: SubscriptionStatus;
  readonly planId: string;
  readonly held: readonly string[];
  readonly isOwner: boolean;
  /** Whether it opens to members with a second factor only. */
  readonly requiresSecondFactor: boolean;
}

/** A token travels in a header, so it has room for few. The server API lists all. */
const mostListed = 20;

/** Subscriptions that the person belongs to, running ones first, newest first. */
export async function listStandings(db: Database, uid: string): Promise<MemberStanding[]> {
  const { rows } = await sql<MemberStanding>`
    select sub.id, sub.status, sub.plan_id as "planId", m.permissions as held,
      sub.owner_id = m.account_id as "isOwner",
      sub.requires_second_factor as "requiresSecondFactor"
    from memberships m join subscriptions sub on sub.id = m.subscription_id
    where m.account_id = ${uid}
    order by sub.status in ('canceled', 'incomplete'), m.created_at desc, sub.id
    limit ${mostListed}`.execute(db);
  return rows;
}

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/transaction.ts';

export interface SeatCount {
  /** Active members. */
  readonly members: number;
  /** Pending invites that have not expired. */
  readonly pending: number;
}

/** Columns `members` and `pending` of subscription `sub`; invites take seats, so they are counted here. */
export function seatColumns(at: Date): RawBuilder<unknown> {
  return sql`
    sub.member_count as members,
    (select count(*)::int from invites each_invite where each_invite.subscription_id = sub.id
      and each_invite.status = 'pending' and each_invite.expires_at > ${at}) as pending`;
}

/** The plan that the subscription is moving to; a change of money is at work on it, so intents are read here. */
export async function findComingPlan(
  db: Database,
  subscriptionId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ plan_id: string }>`
    select input -> 'plan' ->> 'id' as plan_id from intents
    where subscription_id = ${subscriptionId} and status = 'open' and kind = 'change-plan'`.execute(
    db,
  );
  return rows[0]?.plan_id;
}

/** Provider's prices of the plan that a scheduled change leads to; empty if none is. */
export async function findScheduledPrices(
  db: Database,
  subscriptionId: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ price: string }>`
    select item ->> 'price' as price
    from billing_accounts, jsonb_array_elements(scheduled_items) as item
    where subscription_id = ${subscriptionId} and item ->> 'role' = 'plan'`.execute(db);
  return rows.map(({ price }) => price);
}

export async function countSeats(
  db: Database,
  { subscriptionId, at }: { readonly subscriptionId: string; readonly at: Date },
): Promise<SeatCount> {
  const { rows } = await sql<SeatCount>`
    select ${seatColumns(at)} from subscriptions sub where sub.id = ${subscriptionId}`.execute(db);
  return rows[0] ?? { members: 0, pending: 0 };
}

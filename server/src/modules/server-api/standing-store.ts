import type { Metadata, SubscriptionStatus } from '@hearth/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/transaction.ts';

export interface StandingRow {
  /** Null if there is no such account; then its other columns are null too. */
  readonly uid: string | null;
  readonly email: string;
  readonly disabled: boolean;
  /** Null if there is no such subscription; then its other columns are null too. */
  readonly id: string | null;
  readonly name: string | null;
  readonly status: SubscriptionStatus;
  readonly planId: string;
  readonly metadata: Metadata;
  readonly ownerId: string;
  /** Null for a person who is not a member. */
  readonly held: string[] | null;
  readonly requiresSecondFactor: boolean;
  readonly version: number;
}

/** Account, subscription and membership in one statement, so that they are of one instant. */
export async function findStanding(
  db: Database,
  { uid, subscriptionId }: { readonly uid: string; readonly subscriptionId: string },
): Promise<StandingRow | undefined> {
  const { rows } = await sql<StandingRow>`/* plan once: standing */
    select a.id as uid, a.email, a.disabled_at is not null as disabled,
      sub.id, sub.name, sub.status, sub.plan_id as "planId", sub.metadata, sub.owner_id as "ownerId",
      sub.requires_second_factor as "requiresSecondFactor",
      m.permissions as held, greatest(sub.version, a.version)::float8 as version
    from (values (${uid}::text, ${subscriptionId}::text)) asked (uid, subscription_id)
    left join accounts a on a.id = asked.uid
    left join subscriptions sub on sub.id = asked.subscription_id
    left join memberships m on m.subscription_id = sub.id and m.account_id = a.id`.execute(db);
  return rows[0];
}

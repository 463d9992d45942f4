import { sql } from 'kysely';
import type { Database } from '../../platform/transaction.ts';
import type { PageQuestion } from './page.ts';

export interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly held: string[];
  readonly isOwner: boolean;
  readonly joinedAt: Date;
}

/** Members by uid, and one more than asked for if there are more. */
export async function listMemberRows(
  db: Database,
  { subscriptionId, cursor = '', limit }: PageQuestion & { readonly subscriptionId: string },
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select a.id, a.email, a.display_name as "displayName", m.permissions as held,
      a.id = sub.owner_id as "isOwner", m.created_at as "joinedAt"
    from memberships m
    join subscriptions sub on sub.id = m.subscription_id
    join accounts a on a.id = m.account_id
    where m.subscription_id = ${subscriptionId} and m.account_id > ${cursor}
    order by m.account_id limit ${limit + 1}`.execute(db);
  return rows;
}

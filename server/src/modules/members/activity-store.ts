import { sql } from 'kysely';
import type { Database } from '../../platform/transaction.ts';

export interface ActivityRow {
  readonly id: string;
  readonly action: string;
  readonly happened_at: Date;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly subject_id: string;
  readonly subject_name: string | null;
  readonly total: number;
}

interface ActivityQuestion {
  readonly subscriptionId: string;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Lists events with the present names. A person who declines an invite remains a stranger to the
 * subscription, so their name is not shown.
 */
export async function listActivity(
  db: Database,
  { subscriptionId, offset, limit }: ActivityQuestion,
): Promise<{ rows: ActivityRow[]; total: number }> {
  const { rows } = await sql<ActivityRow & { id: string | null }>`
    with page as (
      select * from audit_events where subscription_id = ${subscriptionId}
      order by id desc offset ${offset} limit ${limit}
    )
    select page.id::text, page.action, page.happened_at, page.actor_id, page.subject_id,
      case when page.action not in ('invite.rejected', 'invite.reconsidered')
        then coalesce(nullif(actor.display_name, ''), actor.email) end as actor_name,
      coalesce(nullif(subject.display_name, ''), subject.email, i.email, sub.name) as subject_name,
      counted.total
    from (select count(*)::int as total from audit_events
      where subscription_id = ${subscriptionId}) counted
    left join page on true
    left join accounts actor on actor.id = page.actor_id
    left join accounts subject on subject.id = page.subject_id
    left join invites i on i.id = page.subject_id
    left join subscriptions sub on sub.id = page.subject_id
    order by page.id desc`.execute(db);
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}

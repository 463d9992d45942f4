import type { UpcomingKind } from '@hearth/contract';
import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';

export interface UpcomingChange {
  readonly at: Date;
  readonly kind: UpcomingKind;
  readonly subscriptionId: string;
}

/** Next changes of projects that the provider makes by itself, the earliest first. */
export async function listUpcomingChanges(
  db: Database,
  { at, limit }: { readonly at: Date; readonly limit: number },
): Promise<UpcomingChange[]> {
  const { rows } = await sql<UpcomingChange>`
    select u.at, u.kind, b.subscription_id as "subscriptionId"
    from billing_accounts b join subscriptions s on s.id = b.subscription_id
      cross join lateral (values
        ('end', b.ends_at),
        ('trial-end', b.trial_ends_at),
        ('plan-change', b.scheduled_at),
        ('retry', b.retry_at),
        ('renewal', case when b.price_amount > 0 and not b.collection_paused and b.trial_ends_at is null and b.scheduled_at is null
          and (b.ends_at is null or b.ends_at > b.period_end) then b.period_end end)
      ) as u (kind, at)
    where s.status <> 'canceled' and b.provider_subscription_id is not null and u.at > ${at}
    order by u.at limit ${limit}`.execute(db);
  return rows;
}

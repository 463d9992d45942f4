import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';

interface SecurityEvent {
  readonly id: string;
  readonly action: string;
  readonly at: Date;
  /** Whether the person did it. */
  readonly own: boolean;
  readonly address: string;
  readonly userAgent: string;
}

/** Newest changes and sign-ins of the account, by anyone; at most 50. */
export async function listSecurityEvents(db: Database, uid: string): Promise<SecurityEvent[]> {
  const { rows } = await sql<SecurityEvent>`
    select e.id::text, action, happened_at as at, actor_id is not distinct from ${uid} as own,
      coalesce(o.address, '') as address, coalesce(o.user_agent, '') as "userAgent"
    from (
      (select * from audit_events where actor_id = ${uid} and subscription_id is null
        order by id desc limit 50)
      union
      (select * from audit_events where subject_id = ${uid} and subscription_id is null
        order by id desc limit 50)
    ) e left join audit_origins o on o.event_id = e.id
    order by e.id desc limit 50`.execute(db);
  return rows;
}

/** Network addresses of the person's newest sessions and changes. */
export async function listAddressesOf(db: Database, uid: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    (select address from sessions where account_id = ${uid} order by last_seen_at desc limit 20)
    union
    (select o.address from (
      select id from audit_events where actor_id = ${uid} order by id desc limit 20
    ) e join audit_origins o on o.event_id = e.id)`.execute(db);
  return rows.map(({ address }) => address).filter((address) => address !== '');
}

import { sql } from 'kysely';
import type { Transaction } from '../../platform/transaction.ts';
import type { AuditEvent } from './audit-event.ts';

/** Appends the event and its origin in the caller's transaction. */
export async function recordAudit(tx: Transaction, event: AuditEvent): Promise<void> {
  const { action, actorId, subjectId, subscriptionId = null, at, origin } = event;
  await sql`/* plan once: record-audit */
    with event as (
      insert into audit_events (action, actor_id, subject_id, subscription_id, happened_at)
      values (${action}, ${actorId}, ${subjectId}, ${subscriptionId}, ${at})
      returning id
    )
    insert into audit_origins (event_id, address, user_agent)
    select id, ${origin.address}, ${origin.userAgent} from event`.execute(tx);
}

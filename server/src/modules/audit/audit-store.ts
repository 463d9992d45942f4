import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../platform/transaction.ts';
import type { AuditEvent } from './audit-event.ts';

/** Appends the event and its origin in the caller's transaction. */
export async function recordAudit(tx: Transaction, event: AuditEvent): Promise<void> {
  await sql`/* plan once: record-audit */ with ${auditParts(event)} select 1`.execute(tx);
}

/** The event as parts of a single-statement change, which needs no transaction of its own. */
export function auditParts(event: AuditEvent): RawBuilder<unknown> {
  const { action, actorId, subjectId, subscriptionId = null, at, origin } = event;
  return sql`
    audit_event as (
      insert into audit_events (action, actor_id, subject_id, subscription_id, happened_at)
      values (${action}, ${actorId}, ${subjectId}, ${subscriptionId}, ${at})
      returning id
    ),
    audit_origin as (
      insert into audit_origins (event_id, address, user_agent)
      select id, ${origin.address}, ${origin.userAgent} from audit_event
    )`;
}

/** Removes the origins of an account's changes. The events have only ids and are kept. */
export async function eraseOrigins(tx: Transaction, actorId: string): Promise<void> {
  await sql`
    delete from audit_origins
    where event_id in (select id from audit_events where actor_id = ${actorId})`.execute(tx);
}

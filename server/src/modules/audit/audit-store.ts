import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../platform/transaction.ts';
import type { AuditEvent } from './audit-event.ts';

/** Appends the event with its origin and details in the caller's transaction. */
export async function recordAudit(tx: Transaction, event: AuditEvent): Promise<void> {
  if (event.details === undefined) {
    await sql`/* plan once: record-audit */ with ${auditParts(event)} select 1`.execute(tx);
    return;
  }
  const { payerId = null, ...details } = event.details;
  await sql`/* plan once: record-audit-details */ with ${auditParts(event)}
    insert into audit_details (event_id, details, payer_id)
    select id, ${JSON.stringify(details)}::jsonb, ${payerId} from audit_event`.execute(tx);
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

interface Erased {
  readonly uid: string;
  /** Proven address of the account; null if it may be another person's. */
  readonly email: string | null;
}

/** Removes the personal data that is stored with the audit of a person. The events have only ids and are kept. */
export async function erasePerson(tx: Transaction, { uid, email }: Erased): Promise<void> {
  await sql`
    with names as (
      delete from audit_names where id = ${uid} or name = ${email} or id in (
        select subject_id from audit_events
        where actor_id = ${uid} and action in ('invite.accepted', 'invite.rejected'))
    ), cards as (
      update audit_details set details = details - 'card' #- '{payment,card}', payer_id = null
      where payer_id = ${uid}
    )
    delete from audit_origins
    where event_id in (select id from audit_events where actor_id = ${uid})`.execute(tx);
}

export interface ActionCount {
  readonly action: string;
  readonly count: number;
}

/** How often each kind of change of accounts happened from then on, the most frequent first. */
export async function countAccountChanges(db: Database, since: Date): Promise<ActionCount[]> {
  const { rows } = await sql<ActionCount>`
    select action, count(*)::int as count from audit_events
    where happened_at >= ${since} and action like 'account.%'
    group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { StoredEvent } from '../event-store.ts';
import type { PageQuestion } from '../page.ts';

declare module '../../../platform/jobs/job-store.ts' {
  interface TaskPayloads {
    'send-webhooks': Record<string, never>;
  }
}

/** Looks for due deliveries; the database adds the job by `wake_webhooks`. */
export const sendWebhooksTask = 'send-webhooks';

export type DeliveryStatus = 'waiting' | 'delivered' | 'dead';

export interface StoredDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly endpointId: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly lastAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastAnswer: string | null;
  readonly lastMs: number | null;
  readonly nextAt: Date | null;
}

const columns = sql.raw(
  `d.id::text as id, d.event_id as "eventId", e.type, d.endpoint_id as "endpointId", d.status, d.attempts,
   d.last_at as "lastAt", d.last_status as "lastStatus", d.last_answer as "lastAnswer", d.last_ms as "lastMs",
   d.next_at as "nextAt"`,
);

export interface DeliveryWithEvent extends StoredDelivery {
  readonly event: StoredEvent;
  /** Differs after each change of the delivery. */
  readonly revision: string;
}

/** Delivery with its event; undefined if it was removed with its event or endpoint. */
export async function findDelivery(
  db: Database,
  id: string,
): Promise<DeliveryWithEvent | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns}, e.data, e.created_at as "createdAt", d.xmin::text as revision
    from webhook_deliveries d join events e on e.id = d.event_id
    where d.id = ${id}`.execute(db);
  return rows[0] && withEvent(rows[0]);
}

type DeliveryRow = Omit<DeliveryWithEvent, 'event'> & Pick<StoredEvent, 'data' | 'createdAt'>;

function withEvent(row: DeliveryRow): DeliveryWithEvent {
  const { eventId, type, data, createdAt } = row;
  return { ...row, event: { id: eventId, type, data, createdAt } };
}

const isDue = sql.raw(
  `status = 'waiting' and due_at <= now() and (claimed_until is null or claimed_until <= now())`,
);

/** Endpoints with deliveries that are due. */
export async function listDueEndpoints(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_endpoints e
    where (paused_until is null or paused_until <= now())
      and exists (select from webhook_deliveries d where d.endpoint_id = e.id and ${isDue})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Longer than an attempt takes; then another process may take a delivery whose process has died. */
const claimSeconds = 30;

/** Takes so many due deliveries of the endpoint, which nobody else sends meanwhile. */
export async function claimDeliveries(
  db: Database,
  endpointId: string,
  most: number,
): Promise<DeliveryWithEvent[]> {
  const { rows } = await sql<DeliveryRow>`
    with due as materialized (
      select id from webhook_deliveries where endpoint_id = ${endpointId} and ${isDue}
      order by due_at limit ${most} for no key update skip locked
    ), d as (
      update webhook_deliveries set claimed_until = now() + ${claimSeconds} * interval '1 s'
      from due where webhook_deliveries.id = due.id returning webhook_deliveries.*, xmin::text as revision
    )
    select ${columns}, e.data, e.created_at as "createdAt", d.revision
    from d join events e on e.id = d.event_id`.execute(db);
  return rows.map(withEvent);
}

/** An endpoint that is off gets nothing; what it missed can be sent again. */
export async function giveUpDue(db: Database, endpointId: string, at: Date): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'dead', last_at = ${at}, last_status = null, last_ms = null,
      last_answer = 'The endpoint is off.', next_at = null, due_at = null
    where endpoint_id = ${endpointId} and ${isDue}`.execute(db);
}

type Outcome = Omit<StoredDelivery, 'eventId' | 'type'> & Pick<DeliveryWithEvent, 'revision'>;

/**
 * Writes the outcome of an attempt, and wakes the sender for the next one. A delivery that was requested again meanwhile
 * stays as it is, and is due again.
 */
export async function saveAttempt(
  db: Database,
  { id, endpointId, revision, ...outcome }: Outcome,
  pauseMs: number | undefined,
): Promise<void> {
  const dueAt = pauseMs === undefined ? sql`null` : sql`now() + ${pauseMs} * interval '1 ms'`;
  await sql`
    with saved as (
      update webhook_deliveries set status = ${outcome.status}, attempts = ${outcome.attempts},
        last_at = ${outcome.lastAt}, last_status = ${outcome.lastStatus}, last_answer = ${outcome.lastAnswer},
        last_ms = ${outcome.lastMs}, next_at = ${outcome.nextAt}, due_at = ${dueAt}, claimed_until = null
      where id = ${id} and xmin::text = ${revision} returning due_at
    )
    select wake_webhooks_at(${endpointId}, due_at) from saved where due_at is not null`.execute(db);
}

/** Deliveries to an endpoint by id, newest first, and one more than asked for if there are more. */
export async function listDeliveries(
  db: Database,
  {
    endpointId,
    status,
    cursor,
    limit,
  }: PageQuestion & { readonly endpointId: string; readonly status?: DeliveryStatus | undefined },
): Promise<StoredDelivery[]> {
  const older = cursor === undefined ? sql`` : sql`and d.id < ${cursor}`;
  const ofStatus = status === undefined ? sql`` : sql`and d.status = ${status}`;
  const { rows } = await sql<StoredDelivery>`
    select ${columns} from webhook_deliveries d join events e on e.id = d.event_id
    where d.endpoint_id = ${endpointId} ${older} ${ofStatus}
    order by d.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

/** Instant before which there are about so many events since the other one; undefined if there are no more. */
export async function findReplayEnd(
  db: Database,
  since: Date,
  most: number,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from events where created_at >= ${since}
    order by created_at offset ${most} limit 1`.execute(db);
  const [end] = rows;
  // Many events of one millisecond stay together, so that the next request goes on.
  return end && new Date(Math.max(end.at.getTime(), since.getTime() + 1));
}

interface Again {
  /** One event; undefined for all since then. */
  readonly eventId?: string | undefined;
  readonly since?: Date | undefined;
  readonly before?: Date | undefined;
  /** One endpoint; undefined for all that are on. */
  readonly endpointId?: string | undefined;
}

/** Sends events again to endpoints that are on and want them, as if for the first time; answers how many deliveries. */
export async function sendAgain(
  tx: Transaction,
  { eventId, since, before, endpointId }: Again,
): Promise<number> {
  const ofEvent = eventId === undefined ? sql`` : sql`and e.id = ${eventId}`;
  const young = since === undefined ? sql`` : sql`and e.created_at >= ${since}`;
  const early = before === undefined ? sql`` : sql`and e.created_at < ${before}`;
  const toEndpoint = endpointId === undefined ? sql`` : sql`and w.id = ${endpointId}`;
  const { rows } = await sql<{ count: number }>`
    with again as (
      insert into webhook_deliveries (event_id, endpoint_id, due_at)
      select e.id, w.id, now() from events e cross join webhook_endpoints w
      where w.off_reason is null and (w.types = '{}' or e.type = any(w.types))
        and e.type <> 'webhook.test' ${ofEvent} ${young} ${early} ${toEndpoint}
      order by e.xact, e.position
      for key share of e, w
      on conflict (event_id, endpoint_id) do update set status = 'waiting', attempts = 0, next_at = null,
        due_at = now(), claimed_until = null
      returning id
    ), woken as (select wake_webhooks() from again limit 1)
    select (select count(*)::int from again) as count, (select count(*) from woken) as woken`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Writes a test event and its delivery to one endpoint; answers the event's id. */
export async function insertTest(tx: Transaction, endpointId: string, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with event as (
      insert into events (type, subject_id, data, created_at)
      values ('webhook.test', ${endpointId}, jsonb_build_object('endpoint_id', ${endpointId}::text), ${at})
      returning id
    ), delivery as (
      insert into webhook_deliveries (event_id, endpoint_id, due_at)
      select id, ${endpointId}, now() from event returning id
    ), woken as (select wake_webhooks() from delivery)
    select event.id from event, woken`.execute(tx);
  return rows[0]?.id ?? '';
}

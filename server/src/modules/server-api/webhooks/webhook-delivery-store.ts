import { sql } from 'kysely';
import { systemClock } from '../../../platform/clock.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { StoredEvent } from '../event-store.ts';
import type { PageQuestion } from '../page.ts';

declare module '../../../platform/jobs/job-store.ts' {
  interface TaskPayloads {
    'send-webhook': SendWebhookPayload;
  }
}

/** Written by `queue_delivery` in the database. */
export interface SendWebhookPayload {
  readonly deliveryId: string | number;
  /** Queue that the job is in; undefined for one of an earlier version. */
  readonly queue?: string;
}

export const sendWebhookTask = 'send-webhook';

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

interface DeliveryWithEvent extends StoredDelivery {
  readonly event: StoredEvent;
  /** Differs after each change of the delivery. */
  readonly revision: string;
  /** Queue that its job belongs in. */
  readonly queue: string;
}

/** Waiting delivery with its event; undefined where it is done, or gone with either side. */
export async function findWaitingDelivery(
  db: Database,
  id: string,
): Promise<DeliveryWithEvent | undefined> {
  const delivery = await findDelivery(db, id);
  return delivery?.status === 'waiting' ? delivery : undefined;
}

/** Delivery with its event; undefined where it is gone with either side. */
export async function findDelivery(
  db: Database,
  id: string,
): Promise<DeliveryWithEvent | undefined> {
  const { rows } = await sql<
    Omit<DeliveryWithEvent, 'event'> & Pick<StoredEvent, 'data' | 'createdAt'>
  >`
    select ${columns}, e.data, e.created_at as "createdAt", d.xmin::text as revision, webhook_queue(d.id) as queue
    from webhook_deliveries d join events e on e.id = d.event_id
    where d.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) {
    return undefined;
  }
  const { eventId, type, data, createdAt } = row;
  return { ...row, event: { id: eventId, type, data, createdAt } };
}

type Outcome = Omit<StoredDelivery, 'eventId' | 'type' | 'endpointId'> &
  Pick<DeliveryWithEvent, 'revision'>;

/**
 * Writes what an attempt came to, and adds the job of the next one. A delivery that was asked for again during the
 * attempt stays as it is: the job of that is still to come.
 */
export async function saveAttempt(
  tx: Transaction,
  { id, revision, ...outcome }: Outcome,
  pauseMs: number | undefined,
): Promise<void> {
  const { rows } = await sql`
    update webhook_deliveries set status = ${outcome.status}, attempts = ${outcome.attempts},
      last_at = ${outcome.lastAt}, last_status = ${outcome.lastStatus}, last_answer = ${outcome.lastAnswer},
      last_ms = ${outcome.lastMs}, next_at = ${outcome.nextAt}
    where id = ${id} and xmin::text = ${revision} returning id`.execute(tx);
  if (rows.length > 0 && pauseMs !== undefined) {
    await queueDelivery(tx, id, pauseMs);
  }
}

/** Adds the job of a delivery, in the queue that it belongs in now. */
export async function queueDelivery(db: Database, id: string, pauseMs = 0): Promise<void> {
  // Time of the queue is the machine's, because local mode moves product time ahead of it.
  const runAt = new Date(systemClock.now().getTime() + pauseMs);
  await sql`select queue_delivery(${id}::bigint, ${runAt})`.execute(db);
}

/** Deliveries to an endpoint by id, newest first, and one more than asked for where there are more. */
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

/** Instant before which there are about so many events since the other one; undefined where there are no more. */
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
      insert into webhook_deliveries (event_id, endpoint_id)
      select e.id, w.id from events e cross join webhook_endpoints w
      where w.off_reason is null and (w.types = '{}' or e.type = any(w.types))
        and e.type <> 'webhook.test' ${ofEvent} ${young} ${early} ${toEndpoint}
      order by e.xact, e.position
      for key share of e, w
      on conflict (event_id, endpoint_id) do update set status = 'waiting', attempts = 0, next_at = null
      returning id
    ), queued as (select queue_delivery(id) from again)
    select count(*)::int as count from queued`.execute(tx);
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
      insert into webhook_deliveries (event_id, endpoint_id)
      select id, ${endpointId} from event returning id
    ), queued as (select queue_delivery(id) from delivery)
    select event.id from event, queued`.execute(tx);
  return rows[0]?.id ?? '';
}

import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { OffReason, StoredEndpoint } from './webhook-endpoint.ts';

const columns = sql.raw(
  `id, url, description, types, sealed_secret as "sealedSecret", sealed_old_secret as "sealedOldSecret",
   old_secret_until as "oldSecretUntil", off_reason as "offReason", failing_since as "failingSince",
   failures, paused_until is not null and paused_until > now() as "isPaused", full_since as "fullSince", missed_since as "missedSince",
   rotation_key as "rotationKey", created_at as "createdAt"`,
);

interface Request {
  /** API key and idempotency key; null if the request had none. */
  readonly key: string | null;
  readonly hash: Buffer;
}

/** Adds the endpoint; undefined if a request with the same key was first. */
export async function insertEndpoint(
  tx: Transaction,
  endpoint: StoredEndpoint,
  request: Request,
): Promise<StoredEndpoint | undefined> {
  const { id, url, description, types, sealedSecret, createdAt } = endpoint;
  const { rows } = await sql<StoredEndpoint>`
    insert into webhook_endpoints (id, url, description, types, sealed_secret, created_at, request_key, request_hash)
    values (${id}, ${url}, ${description}, ${types}, ${sealedSecret}, ${createdAt}, ${request.key}, ${request.hash})
    on conflict (request_key) do nothing returning ${columns}`.execute(tx);
  return rows[0];
}

export async function findEndpointOfRequest(
  tx: Transaction,
  requestKey: string,
): Promise<(StoredEndpoint & { readonly requestHash: Buffer }) | undefined> {
  const { rows } = await sql<StoredEndpoint & { readonly requestHash: Buffer }>`
    select ${columns}, request_hash as "requestHash" from webhook_endpoints
    where request_key = ${requestKey}`.execute(tx);
  return rows[0];
}

/** Makes changes to the number of endpoints wait for each other. */
export async function lockEndpoints(tx: Transaction): Promise<number> {
  await sql`lock table webhook_endpoints in share row exclusive mode`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_endpoints`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** All of them, oldest first. */
export async function listEndpoints(db: Database): Promise<StoredEndpoint[]> {
  const { rows } = await sql<StoredEndpoint>`
    select ${columns} from webhook_endpoints order by created_at, id`.execute(db);
  return rows;
}

/** Hosts of endpoints that Hearth has turned off by itself. */
export async function listTurnedOff(db: Database): Promise<string[]> {
  const endpoints = await listEndpoints(db);
  return hostsOf(
    endpoints.filter(({ offReason }) => ['gone', 'failing'].includes(offReason ?? '')),
  );
}

/** Hosts of endpoints for which events were missed, because too many deliveries waited. */
export async function listOverfull(db: Database): Promise<string[]> {
  return hostsOf((await listEndpoints(db)).filter(({ missedSince }) => missedSince !== null));
}

const hostsOf = (endpoints: readonly StoredEndpoint[]) => [
  ...new Set(endpoints.map(({ url }) => new URL(url).host)),
];

export async function findEndpoint(db: Database, id: string): Promise<StoredEndpoint | undefined> {
  const { rows } = await sql<StoredEndpoint>`
    select ${columns} from webhook_endpoints where id = ${id}`.execute(db);
  return rows[0];
}

export async function lockEndpoint(
  tx: Transaction,
  id: string,
): Promise<StoredEndpoint | undefined> {
  const { rows } = await sql<StoredEndpoint>`
    select ${columns} from webhook_endpoints where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** Overwrites what may change about it. */
export async function saveEndpoint(tx: Transaction, endpoint: StoredEndpoint): Promise<void> {
  await sql`
    update webhook_endpoints set url = ${endpoint.url}, description = ${endpoint.description},
      types = ${endpoint.types}, sealed_secret = ${endpoint.sealedSecret},
      sealed_old_secret = ${endpoint.sealedOldSecret}, old_secret_until = ${endpoint.oldSecretUntil},
      rotation_key = ${endpoint.rotationKey}, off_reason = ${endpoint.offReason},
      failing_since = ${endpoint.failingSince}, failures = ${endpoint.failures},
      paused_until = case when ${endpoint.isPaused} then paused_until end
    where id = ${endpoint.id}`.execute(tx);
}

interface Health {
  readonly id: string;
  readonly offReason: OffReason | null;
  readonly failingSince: Date | null;
  readonly failures: number;
  /** How long nothing is sent. */
  readonly pauseMs: number;
}

export async function setEndpointHealth(
  tx: Transaction,
  { id, offReason, failingSince, failures, pauseMs }: Health,
): Promise<void> {
  const pausedUntil = pauseMs === 0 ? sql`null` : sql`now() + ${pauseMs} * interval '1 ms'`;
  await sql`
    with saved as (
      update webhook_endpoints set off_reason = ${offReason}, failing_since = ${failingSince},
        failures = ${failures}, paused_until = ${pausedUntil}
      where id = ${id} returning paused_until
    )
    select wake_webhooks_at(${id}, paused_until) from saved where paused_until is not null`.execute(
    tx,
  );
}

/** Writes deliveries again to endpoints that were full, once half of them are sent. */
export async function reopenFullEndpoints(db: Database): Promise<void> {
  await sql`
    update webhook_endpoints set full_since = null
    where full_since is not null and not has_waiting_deliveries(id, most_waiting_deliveries() / 2)`.execute(
    db,
  );
}

/** Whether too many deliveries wait for the endpoint to get new ones. */
export async function isFull(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql<{ isFull: boolean }>`
    select full_since is not null or has_waiting_deliveries(id, most_waiting_deliveries()) as "isFull"
    from webhook_endpoints where id = ${id}`.execute(db);
  return rows[0]?.isFull === true;
}

/** Notes that events until then, or all, were sent again. */
export async function noteReplay(
  tx: Transaction,
  {
    id,
    since,
    before,
  }: { readonly id: string; readonly since: Date; readonly before?: Date | undefined },
): Promise<void> {
  await sql`
    update webhook_endpoints set missed_since = ${before ?? null}
    where id = ${id} and missed_since >= ${since}`.execute(tx);
}

/** Numbers of endpoints by state, and of what waits for them. */
export interface WebhookFacts {
  readonly on: number;
  readonly failing: number;
  readonly full: number;
  /** Those that Hearth has turned off. */
  readonly off: number;
  readonly failingSince: Date | null;
  readonly waiting: number;
}

export async function readWebhookFacts(db: Database): Promise<WebhookFacts> {
  const { rows } = await sql<WebhookFacts>`
    select count(*) filter (where off_reason is null and failing_since is null and full_since is null)::int as on,
      count(*) filter (where off_reason is null and failing_since is not null)::int as failing,
      count(*) filter (where off_reason is null and full_since is not null)::int as full,
      count(*) filter (where off_reason in ('gone', 'failing'))::int as off,
      min(failing_since) filter (where off_reason is null) as "failingSince",
      (select count(*)::int from webhook_deliveries where status = 'waiting') as waiting
    from webhook_endpoints`.execute(db);
  const [facts] = rows;
  if (!facts) {
    throw new Error('A count answered no row.');
  }
  return facts;
}

export async function removeEndpoint(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from webhook_endpoints where id = ${id} returning id`.execute(tx);
  return rows.length > 0;
}

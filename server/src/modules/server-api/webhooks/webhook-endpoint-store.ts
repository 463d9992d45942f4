import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { OffReason, StoredEndpoint } from './webhook-endpoint.ts';

const columns = sql.raw(
  `id, url, description, types, sealed_secret as "sealedSecret", sealed_old_secret as "sealedOldSecret",
   old_secret_until as "oldSecretUntil", off_reason as "offReason", failing_since as "failingSince",
   rotation_key as "rotationKey", created_at as "createdAt"`,
);

interface Request {
  /** API key and idempotency key; null where the request had none. */
  readonly key: string | null;
  readonly hash: Buffer;
}

/** Adds the endpoint; undefined where a request with the same key was first. */
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
  const off = endpoints.filter(({ offReason }) => offReason === 'gone' || offReason === 'failing');
  return [...new Set(off.map(({ url }) => new URL(url).host))];
}

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
      failing_since = ${endpoint.failingSince}
    where id = ${endpoint.id}`.execute(tx);
}

export async function setEndpointHealth(
  tx: Transaction,
  health: {
    readonly id: string;
    readonly offReason: OffReason | null;
    readonly failingSince: Date | null;
  },
): Promise<void> {
  await sql`
    update webhook_endpoints set off_reason = ${health.offReason}, failing_since = ${health.failingSince}
    where id = ${health.id}`.execute(tx);
}

export async function removeEndpoint(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from webhook_endpoints where id = ${id} returning id`.execute(tx);
  return rows.length > 0;
}

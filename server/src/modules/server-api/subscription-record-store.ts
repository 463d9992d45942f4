import type { Metadata, SubscriptionStatus } from '@hearth/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/transaction.ts';
import type { PageQuestion } from './page.ts';
import type { StoredRecord } from './subscription-record.ts';

const columns = sql.raw(
  `id, owner_id as "ownerId", name, plan_id as "planId", status, metadata, created_at as "createdAt",
   ended_at as "endedAt", version::float8 as version`,
);

export async function findRecord(db: Database, id: string): Promise<StoredRecord | undefined> {
  const { rows } = await sql<StoredRecord>`
    select ${columns} from subscriptions where id = ${id}`.execute(db);
  return rows[0];
}

interface RecordQuestion extends PageQuestion {
  readonly status?: SubscriptionStatus | undefined;
}

/** Subscriptions by id, and one more than asked for if there are more. */
export async function listRecords(
  db: Database,
  { status, cursor = '', limit }: RecordQuestion,
): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`
    select ${columns} from subscriptions
    where id > ${cursor} and (${status ?? null}::text is null or status = ${status ?? null})
    order by id limit ${limit + 1}`.execute(db);
  return rows;
}

export async function isSubscription(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from subscriptions where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** Reads it and locks it until the transaction ends. */
export async function lockRecord(tx: Transaction, id: string): Promise<StoredRecord | undefined> {
  const { rows } = await sql<StoredRecord>`
    select ${columns} from subscriptions where id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function setMetadata(
  tx: Transaction,
  { id, metadata, at }: { readonly id: string; readonly metadata: Metadata; readonly at: Date },
): Promise<StoredRecord | undefined> {
  const { rows } = await sql<StoredRecord>`
    update subscriptions set metadata = ${JSON.stringify(metadata)}::jsonb, updated_at = ${at}
    where id = ${id} returning ${columns}`.execute(tx);
  return rows[0];
}

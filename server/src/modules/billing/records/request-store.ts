import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { IntentKind, IntentOutcome } from './intent.ts';
import { intents } from './intent-store.ts';

/** Identifies a request, so that it is not carried out twice. */
export interface RequestName {
  readonly accountId: string;
  readonly kind: IntentKind;
  readonly key: string;
  readonly hash: Buffer;
}

/** Lets only one request of this name run at a time, until the transaction ends. */
export async function lockRequest(tx: Transaction, { accountId, kind, key }: RequestName) {
  const name = `intent ${accountId} ${kind} ${key}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

export interface EarlierRequest {
  readonly id: string;
  readonly subscriptionId: string;
  readonly hash: Buffer;
  readonly createdAt: Date;
  /** Null while it is open. */
  readonly outcome: IntentOutcome | null;
  /** Whether another intent of the subscription has begun since. */
  readonly isFollowed: boolean;
}

export async function findRequest(
  db: Database,
  { accountId, kind, key }: Omit<RequestName, 'hash'>,
): Promise<EarlierRequest | undefined> {
  const row = await intents(db)
    .selectFrom('intents as earlier')
    .select((select) => [
      'id',
      'subscription_id',
      'request_hash',
      'created_at',
      'outcome',
      select
        .exists(
          select
            .selectFrom('intents as later')
            .select('later.id')
            .whereRef('later.subscription_id', '=', 'earlier.subscription_id')
            .whereRef('later.number', '>', 'earlier.number'),
        )
        .as('is_followed'),
    ])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('request_key', '=', key)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      subscriptionId: row.subscription_id,
      hash: row.request_hash,
      createdAt: row.created_at,
      outcome: row.outcome,
      isFollowed: row.is_followed === true,
    }
  );
}

/** Frees the key, so that a repeated request counts as a new one. */
export async function renameRequest(tx: Transaction, id: string): Promise<void> {
  await intents(tx)
    .updateTable('intents')
    .set({ request_key: `past:${id}` })
    .where('id', '=', id)
    .execute();
}

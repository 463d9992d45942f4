import type { RefusalCode } from '@hearth/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Intent, IntentKind, IntentOutcome, IntentRequest } from './intent.ts';
import { intents } from './intent-table.ts';

/** Name of the job that goes on with what is open and nobody is at work on. */
export const finishIntentsTask = 'finish-intents';

/** Asks for the job, once the caller's transaction is through. */
export async function askForFinishing(tx: Transaction): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      identifier => ${finishIntentsTask}, job_key => ${finishIntentsTask})`.execute(tx);
}

/** Names a request, so that the same one is not carried out twice. */
export interface RequestName {
  readonly accountId: string;
  readonly kind: IntentKind;
  readonly key: string;
  readonly hash: Buffer;
}

/** Lets requests of one name through one after the other, until the transaction ends. */
export async function lockRequest(tx: Transaction, { accountId, kind, key }: RequestName) {
  const name = `intent ${accountId} ${kind} ${key}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

export interface EarlierRequest {
  readonly id: string;
  readonly subscriptionId: string;
  readonly hash: Buffer;
  readonly createdAt: Date;
  /** Null while it is under way. */
  readonly outcome: IntentOutcome | null;
}

export async function findRequest(
  db: Database,
  { accountId, kind, key }: Omit<RequestName, 'hash'>,
): Promise<EarlierRequest | undefined> {
  const row = await intents(db)
    .selectFrom('intents')
    .select(['id', 'subscription_id', 'request_hash', 'created_at', 'outcome'])
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
    }
  );
}

/** Gives the key free: what it named is too long ago to be the same request. */
export async function renameRequest(tx: Transaction, id: string): Promise<void> {
  await intents(tx)
    .updateTable('intents')
    .set({ request_key: `past:${id}` })
    .where('id', '=', id)
    .execute();
}

interface NewIntent {
  readonly intent: Intent;
  readonly name: Pick<RequestName, 'key' | 'hash'>;
  readonly leasedUntil: Date;
}

export async function insertIntent(
  tx: Transaction,
  { intent, name, leasedUntil }: NewIntent,
): Promise<void> {
  await intents(tx)
    .insertInto('intents')
    .values({
      id: intent.id,
      kind: intent.request.kind,
      subscription_id: intent.subscriptionId,
      account_id: intent.accountId,
      request_key: name.key,
      request_hash: name.hash,
      input: intent.request,
      status: 'open',
      outcome: null,
      created_at: intent.createdAt,
      leased_until: leasedUntil,
    })
    .execute();
}

export async function hasOpenIntent(db: Database, subscriptionId: string): Promise<boolean> {
  return await isThere(openOf(db, subscriptionId));
}

/** Whether the account asked for a change that is under way. */
export async function hasOpenIntentOf(tx: Transaction, accountId: string): Promise<boolean> {
  return await isThere(
    intents(tx)
      .selectFrom('intents')
      .select('id')
      .where('account_id', '=', accountId)
      .where('status', '=', 'open'),
  );
}

/** The same, once whoever is ending one at this moment has done so. */
export async function hasOpenIntentStill(
  tx: Transaction,
  subscriptionId: string,
): Promise<boolean> {
  return await isThere(openOf(tx, subscriptionId).forShare());
}

/** Somebody, or their first card, has asked before that the card be charged. */
export async function hasTriedCard(
  db: Database,
  { subscriptionId, cardId }: { readonly subscriptionId: string; readonly cardId: string },
): Promise<boolean> {
  const row = await intents(db)
    .selectFrom('intents')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'set-default')
    .where(sql`input ->> 'cardId'`, '=', cardId)
    .executeTakeFirst();
  return row !== undefined;
}

const deciding: readonly IntentKind[] = ['create', 'change-plan', 'cancel', 'abandon'];

/** Something is under way that decides itself what becomes of the subscription. */
export async function hasDecidingIntent(db: Database, subscriptionId: string): Promise<boolean> {
  return await isThere(openOf(db, subscriptionId).where('kind', 'in', deciding));
}

/** The old owner's means of payment are not yet gone from the provider. */
export async function isForgetting(db: Database, subscriptionId: string): Promise<boolean> {
  return await isThere(openOf(db, subscriptionId).where('kind', '=', 'forget-payer'));
}

/** An end does not wait until the old owner's means of payment are gone, which goes on beside it. */
export async function blocksCancellation(db: Database, subscriptionId: string): Promise<boolean> {
  return await isThere(openOf(db, subscriptionId).where('kind', '<>', 'forget-payer'));
}

function openOf(db: Database, subscriptionId: string) {
  return intents(db)
    .selectFrom('intents')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open');
}

async function isThere(found: ReturnType<typeof openOf>): Promise<boolean> {
  return (await found.executeTakeFirst()) !== undefined;
}

interface Progress {
  /** Null while it is open. */
  readonly outcome: IntentOutcome | null;
  readonly leasedUntil: Date;
}

export async function findProgress(db: Database, id: string): Promise<Progress | undefined> {
  const row = await intents(db)
    .selectFrom('intents')
    .select(['outcome', 'leased_until'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { outcome: row.outcome, leasedUntil: row.leased_until };
}

/** Whoever goes on with it does not try again, and ends it with this. */
export async function notePutOff(db: Database, id: string, code: RefusalCode): Promise<void> {
  await sql`
    update intents set input = jsonb_set(input, '{putOff}', to_jsonb(${code}::text))
    where id = ${id} and status = 'open'`.execute(db);
}

export interface ClosedIntent {
  readonly subscriptionId: string;
  /** The address that the intent has given to the provider; null where it has given none. */
  readonly email: string | null;
}

/** Closes an open intent; undefined when another process has closed it. */
export async function closeIntent(
  tx: Transaction,
  { id, outcome }: { readonly id: string; readonly outcome: IntentOutcome },
): Promise<ClosedIntent | undefined> {
  const row = await intents(tx)
    .updateTable('intents')
    .set({
      status: 'result' in outcome ? 'done' : 'refused',
      outcome,
      // Who pays and where is kept in one place only, which an owner can empty.
      input: sql<IntentRequest>`input - 'payer' - 'details' - 'email'`,
    })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning([
      'subscription_id',
      // As it was before this statement.
      sql<string | null>`(
        select before.input ->> 'email' from intents before where before.id = ${id})`.as('email'),
    ])
    .executeTakeFirst();
  return row && { subscriptionId: row.subscription_id, email: row.email };
}

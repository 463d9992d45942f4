import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../platform/transaction.ts';
import { askForProjection } from './billing-account-store.ts';
import type { Intent, IntentKind, IntentOutcome, IntentRequest } from './intent.ts';

interface IntentTable {
  id: string;
  kind: IntentKind;
  subscription_id: string;
  account_id: string;
  request_key: string;
  request_hash: Buffer;
  input: IntentRequest;
  status: 'open' | 'done' | 'refused';
  outcome: IntentOutcome | null;
  created_at: Date;
  leased_until: Date;
}

/** Name of the job that goes on with what is open and nobody is at work on. */
export const finishIntentsTask = 'finish-intents';

/** Asks for the job, once the caller's transaction is through. */
export async function askForFinishing(tx: Transaction): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      identifier => ${finishIntentsTask}, job_key => ${finishIntentsTask})`.execute(tx);
}

const intents = (db: Database) => db.withTables<{ intents: IntentTable }>();

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
  return await hasOpenOf(db, subscriptionId);
}

const deciding: readonly IntentKind[] = ['create', 'change-plan', 'cancel', 'abandon'];

/** Something is under way that decides itself what becomes of the subscription. */
export async function hasDecidingIntent(db: Database, subscriptionId: string): Promise<boolean> {
  return await hasOpenOf(db, subscriptionId, deciding);
}

/** The old owner's means of payment are not yet gone from the provider. */
export async function isForgetting(db: Database, subscriptionId: string): Promise<boolean> {
  return await hasOpenOf(db, subscriptionId, ['forget-payer']);
}

async function hasOpenOf(
  db: Database,
  subscriptionId: string,
  kinds?: readonly IntentKind[],
): Promise<boolean> {
  const row = await intents(db)
    .selectFrom('intents')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .$if(kinds !== undefined, (open) => open.where('kind', 'in', kinds ?? []))
    .executeTakeFirst();
  return row !== undefined;
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

/** Ends an open intent; false when somebody else has ended it. */
export async function endIntent(
  tx: Transaction,
  { id, outcome }: { readonly id: string; readonly outcome: IntentOutcome },
): Promise<boolean> {
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
    .returning('subscription_id')
    .executeTakeFirst();
  if (row) {
    // What happened meanwhile was not followed, and a crash may come before it is.
    await askForProjection(tx, row.subscription_id);
  }
  return row !== undefined;
}

interface Lease {
  readonly at: Date;
  readonly until: Date;
}

/** Takes up open intents that nobody is at work on, those that have waited longest. */
export async function leaseIntents(
  db: Database,
  { limit, ...lease }: Lease & { readonly limit: number },
): Promise<Intent[]> {
  const oldest = sql<string>`(
    select id from intents where status = 'open' and leased_until <= ${lease.at}
    order by leased_until limit ${limit})`;
  const rows = await toLease(db, lease).where('id', 'in', oldest).execute();
  return rows.map(toIntent);
}

/** The same for one of them. */
export async function leaseIntent(
  db: Database,
  { id, ...lease }: Lease & { readonly id: string },
): Promise<Intent | undefined> {
  const row = await toLease(db, lease).where('id', '=', id).executeTakeFirst();
  return row && toIntent(row);
}

/** The same for what a transfer of the subscription has left. */
export async function leaseForgetting(
  db: Database,
  { subscriptionId, ...lease }: Lease & { readonly subscriptionId: string },
): Promise<Intent | undefined> {
  const row = await toLease(db, lease)
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'forget-payer')
    .executeTakeFirst();
  return row && toIntent(row);
}

function toLease(db: Database, { at, until }: Lease) {
  return intents(db)
    .updateTable('intents')
    .set({ leased_until: until })
    .where('status', '=', 'open')
    .where('leased_until', '<=', at)
    .returningAll();
}

/** Whoever comes next may take it up. */
export async function releaseIntent(db: Database, id: string, at: Date): Promise<void> {
  await intents(db)
    .updateTable('intents')
    .set({ leased_until: at })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

function toIntent(row: Selectable<IntentTable>): Intent {
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    accountId: row.account_id,
    request: row.input,
    createdAt: row.created_at,
  };
}

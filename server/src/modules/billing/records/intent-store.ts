import type { RefusalCode } from '@hearth/contract';
import { type Generated, type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Intent, IntentKind, IntentOutcome, IntentRequest } from './intent.ts';

export interface IntentTable {
  id: string;
  kind: IntentKind;
  subscription_id: string;
  account_id: string;
  request_key: string;
  request_hash: Buffer;
  input: IntentRequest;
  status: 'open' | 'done' | 'refused';
  outcome: IntentOutcome | null;
  decides: boolean;
  number: Generated<string>;
  created_at: Date;
  leased_until: Date;
  key_number: Generated<number>;
  failed_at: Date | null;
}

export const intents = (db: Database) => db.withTables<{ intents: IntentTable }>();

function toIntent(row: Selectable<IntentTable>): Intent {
  return {
    id: row.id,
    keyBase: row.key_number === 0 ? row.id : `${row.id}.${row.key_number}`,
    subscriptionId: row.subscription_id,
    accountId: row.account_id,
    request: row.input,
    createdAt: row.created_at,
  };
}

interface NewIntent {
  readonly intent: Intent;
  /** Key under which a repeated request finds the intent, and the hash of the request. */
  readonly name: { readonly key: string; readonly hash: Buffer };
  /** Whether projections leave plan and status alone while it is open. */
  readonly decides: boolean;
  readonly leasedUntil: Date;
}

export async function insertIntent(
  tx: Transaction,
  { intent, name, decides, leasedUntil }: NewIntent,
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
      decides,
      created_at: intent.createdAt,
      leased_until: leasedUntil,
      failed_at: null,
    })
    .execute();
}

/** Kinds of the subscription's open intents. */
export async function listOpenKinds(db: Database, subscriptionId: string): Promise<IntentKind[]> {
  const rows = await openOf(db, subscriptionId).select('kind').execute();
  return rows.map(({ kind }) => kind);
}

/** Lists as listOpenKinds does, after any process that is closing one of them has finished. */
export async function lockOpenKinds(
  tx: Transaction,
  subscriptionId: string,
): Promise<IntentKind[]> {
  const rows = await openOf(tx, subscriptionId).select('kind').forShare().execute();
  return rows.map(({ kind }) => kind);
}

export async function hasOpenIntent(db: Database, subscriptionId: string): Promise<boolean> {
  return (await listOpenKinds(db, subscriptionId)).length > 0;
}

export interface NewestIntent {
  /** Higher than that of every earlier intent. */
  readonly number: string;
  readonly isOpen: boolean;
}

/** The subscription's newest intent; undefined before the first. */
export async function findNewestIntent(
  db: Database,
  subscriptionId: string,
): Promise<NewestIntent | undefined> {
  const row = await intents(db)
    .selectFrom('intents')
    .select(['number', 'status'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { number: row.number, isOpen: row.status === 'open' };
}

/** Whether the account asked for a change that is still open. */
export async function hasOpenIntentOf(tx: Transaction, accountId: string): Promise<boolean> {
  const row = await intents(tx)
    .selectFrom('intents')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an open intent, begun before that instant if one is given, decides plan and status itself. */
export async function hasDecidingIntent(
  db: Database,
  subscriptionId: string,
  begunBefore?: Date,
): Promise<boolean> {
  const deciding = openOf(db, subscriptionId).select('id').where('decides', '=', true);
  const asked = begunBefore ? deciding.where('created_at', '<', begunBefore) : deciding;
  const row = await asked.executeTakeFirst();
  return row !== undefined;
}

/** Whether an intent, open or closed, was about this card. */
export async function hasIntentAboutCard(
  db: Database,
  question: {
    readonly subscriptionId: string;
    readonly kind: IntentKind;
    readonly cardId: string;
  },
): Promise<boolean> {
  const row = await intents(db)
    .selectFrom('intents')
    .select('id')
    .where('subscription_id', '=', question.subscriptionId)
    .where('kind', '=', question.kind)
    .where(sql`input ->> 'cardId'`, '=', question.cardId)
    .executeTakeFirst();
  return row !== undefined;
}

function openOf(db: Database, subscriptionId: string) {
  return intents(db)
    .selectFrom('intents')
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open');
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

/** Notes the refusal that the intent is ending with, so that a process that resumes it does not try again. */
export async function notePutOff(db: Database, id: string, code: RefusalCode): Promise<void> {
  await sql`
    update intents set input = jsonb_set(input, '{deferred}', to_jsonb(${code}::text))
    where id = ${id} and status = 'open'`.execute(db);
}

/** Notes that the provider answers the intent's present keys with a failure that it will repeat. */
export async function noteSavedFailure(db: Database, id: string, at: Date): Promise<void> {
  await sql`
    update intents set failed_at = coalesce(failed_at, ${at})
    where id = ${id} and status = 'open'`.execute(db);
}

export interface ClosedIntent {
  readonly subscriptionId: string;
  /** Address that the intent gave to the provider; null where it gave none. */
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
      // Personal data is kept in one place only, which an owner can empty.
      input: sql<IntentRequest>`input - 'payer' - 'details' - 'email'`,
    })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning([
      'subscription_id',
      // The subquery reads the row as it was before this statement.
      sql<string | null>`(
        select before.input ->> 'email' from intents before where before.id = ${id})`.as('email'),
    ])
    .executeTakeFirst();
  return row && { subscriptionId: row.subscription_id, email: row.email };
}

/** How long an intent belongs to the process that took it up. */
const leaseMs = 120_000;

/** How long after a failure that the provider repeats new keys are used: a request that failed may still be at work there. */
const quietMs = 60_000;

export function leaseUntil(at: Date): Date {
  return new Date(at.getTime() + leaseMs);
}

/** Takes up open intents that no process holds, the longest waiting first. */
export async function leaseIntents(db: Database, at: Date, limit: number): Promise<Intent[]> {
  const oldest = sql<string>`(
    select id from intents where status = 'open' and leased_until <= ${at}
    order by leased_until limit ${limit})`;
  const rows = await toLease(db, at).where('id', 'in', oldest).execute();
  return rows.map(toIntent);
}

/** Takes up one open intent; undefined while another process holds it, and once it is closed. */
export async function leaseIntent(db: Database, id: string, at: Date): Promise<Intent | undefined> {
  const row = await toLease(db, at).where('id', '=', id).executeTakeFirst();
  return row && toIntent(row);
}

interface IntentFilter {
  readonly subscriptionId: string;
  readonly kinds: readonly IntentKind[];
  /** Only intents that were opened by then. */
  readonly openedBy?: Date;
}

/** Takes up the subscription's open intents of these kinds. */
export async function leaseIntentsOf(
  db: Database,
  { subscriptionId, kinds, openedBy }: IntentFilter,
  at: Date,
): Promise<Intent[]> {
  const rows = await toLease(db, at)
    .where('subscription_id', '=', subscriptionId)
    .where('kind', 'in', kinds)
    .where('created_at', '<=', openedBy ?? at)
    .execute();
  return rows.map(toIntent);
}

/** Locks the subscription's open intents of these kinds that no process holds; answers their ids. */
export async function lockIdleIntents(
  tx: Transaction,
  { subscriptionId, kinds, openedBy }: IntentFilter,
  at: Date,
): Promise<string[]> {
  const rows = await intents(tx)
    .selectFrom('intents')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .where('kind', 'in', kinds)
    .where('created_at', '<=', openedBy ?? at)
    .where('leased_until', '<=', at)
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

function toLease(db: Database, at: Date) {
  const isQuiet = sql<boolean>`failed_at <= ${new Date(at.getTime() - quietMs)}`;
  return intents(db)
    .updateTable('intents')
    .set({
      leased_until: leaseUntil(at),
      key_number: sql`case when ${isQuiet} then key_number + 1 else key_number end`,
      failed_at: sql`case when ${isQuiet} then null else failed_at end`,
    })
    .where('status', '=', 'open')
    .where('leased_until', '<=', at)
    .returningAll();
}

/** Ends the lease, so that any process may take the intent up. */
export async function releaseIntent(db: Database, id: string, at: Date): Promise<void> {
  await intents(db)
    .updateTable('intents')
    .set({ leased_until: at })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

/** Changes the address that a locked, open intent gives to the provider. */
export async function setIntentEmail(tx: Transaction, id: string, email: string): Promise<void> {
  await sql`
    update intents set input = input || jsonb_build_object('email', ${email}::text)
    where id = ${id}`.execute(tx);
}

import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import type { IntentKind, IntentOutcome } from './intent.ts';
import { type IntentTable, intents } from './intent-store.ts';

/** An intent for display, without its request. */
export interface IntentEntry {
  readonly id: string;
  readonly subscriptionId: string;
  readonly kind: IntentKind;
  readonly createdAt: Date;
  readonly leasedUntil: Date;
  /** Null while it is open. */
  readonly outcome: IntentOutcome | null;
}

export async function findIntent(db: Database, id: string): Promise<IntentEntry | undefined> {
  const row = await intents(db)
    .selectFrom('intents')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toEntry(row);
}

/** Newest first. */
export async function listIntents(
  db: Database,
  { subscriptionId, limit }: { readonly subscriptionId: string; readonly limit: number },
): Promise<IntentEntry[]> {
  const rows = await intents(db)
    .selectFrom('intents')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}

/** Ids of open intents, oldest first. */
export async function listOpenIntents(db: Database, subscriptionId: string): Promise<string[]> {
  const rows = await intents(db)
    .selectFrom('intents')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .orderBy('number')
    .execute();
  return rows.map(({ id }) => id);
}

/** Promotion code with which the newest trial of the subscription was bought; undefined without one. */
export async function findDiscountOfTrial(
  db: Database,
  subscriptionId: string,
): Promise<string | undefined> {
  const row = await intents(db)
    .selectFrom('intents')
    .select('input')
    .where('subscription_id', '=', subscriptionId)
    .where('kind', 'in', ['create', 'change-plan'])
    .where('status', '=', 'done')
    .where(sql<boolean>`input ? 'trialDays'`)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && 'discountId' in row.input ? row.input.discountId : undefined;
}

export interface RefundEntry extends IntentEntry {
  /** Minor units that were asked for. */
  readonly amount: number;
}

interface RefundQuestion {
  readonly subscriptionId: string;
  readonly invoiceId: string;
}

/** The newest refund of the invoice, open or ended. */
export async function findNewestRefund(
  db: Database,
  question: RefundQuestion,
): Promise<RefundEntry | undefined> {
  const row = await selectRefunds(db, question).limit(1).executeTakeFirst();
  return row && toRefundEntry(row);
}

/** The newest refund of that amount of the invoice that gave money back. */
export async function findMadeRefund(
  db: Database,
  { amount, ...question }: RefundQuestion & { readonly amount: number },
): Promise<RefundEntry | undefined> {
  const row = await selectRefunds(db, question)
    .where('status', '=', 'done')
    .where(sql`(input ->> 'amount')::bigint`, '=', amount)
    .limit(1)
    .executeTakeFirst();
  return row && toRefundEntry(row);
}

function selectRefunds(db: Database, { subscriptionId, invoiceId }: RefundQuestion) {
  return intents(db)
    .selectFrom('intents')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'refund')
    .where(sql`input ->> 'invoiceId'`, '=', invoiceId)
    .orderBy('number', 'desc');
}

function toRefundEntry(row: Selectable<IntentTable>): RefundEntry | undefined {
  return row.input.kind === 'refund' ? { ...toEntry(row), amount: row.input.amount } : undefined;
}

function toEntry(row: Selectable<IntentTable>): IntentEntry {
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    kind: row.kind,
    createdAt: row.created_at,
    leasedUntil: row.leased_until,
    outcome: row.outcome,
  };
}

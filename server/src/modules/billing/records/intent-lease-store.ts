import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Intent, IntentKind } from './intent.ts';
import { intents, toIntent } from './intent-store.ts';

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

interface Wanted {
  readonly subscriptionId: string;
  readonly kinds: readonly IntentKind[];
  /** Only intents that were opened by then. */
  readonly openedBy?: Date;
}

/** Takes up the subscription's open intents of these kinds. */
export async function leaseIntentsOf(
  db: Database,
  { subscriptionId, kinds, openedBy }: Wanted,
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
  { subscriptionId, kinds, openedBy }: Wanted,
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

import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import type { Intent } from './intent.ts';
import { intents, toIntent } from './intent-table.ts';

/** How long a process at work on an intent may be silent before another one takes the intent up. */
const leaseMs = 120_000;

export function leaseUntil(at: Date): Date {
  return new Date(at.getTime() + leaseMs);
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

/** The same for those of a subscription that were opened by then. */
export async function leaseStuck(
  db: Database,
  {
    subscriptionId,
    since,
    ...lease
  }: Lease & {
    readonly subscriptionId: string;
    readonly since: Date;
  },
): Promise<Intent[]> {
  const rows = await toLease(db, lease)
    .where('subscription_id', '=', subscriptionId)
    .where('created_at', '<=', since)
    .execute();
  return rows.map(toIntent);
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

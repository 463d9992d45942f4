import { sql } from 'kysely';
import type { Transaction } from '../../../platform/transaction.ts';

/** What has been open for so long is not waited for by whoever wants an end. */
const stuckAfterMs = 5 * 60_000;

/** Whatever is still open and was opened by then is stuck. */
export function stuckSince(at: Date): Date {
  return new Date(at.getTime() - stuckAfterMs);
}

interface Stuck {
  readonly subscriptionId: string;
  /** Whoever is at work on it at this moment is let go on. */
  readonly at: Date;
}

/** Ids of intents that a cancellation supersedes, locked: open for long, and neither a cancellation nor the removal of an old payer. */
export async function lockStuckIntents(
  tx: Transaction,
  { subscriptionId, at }: Stuck,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from intents
    where subscription_id = ${subscriptionId} and status = 'open'
      and kind not in ('cancel', 'forget-payer')
      and created_at <= ${stuckSince(at)} and leased_until <= ${at}
    for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The new owner goes too before the old one's means of payment are gone; false where none are being taken away, or just now. */
export async function writeToNobody(
  tx: Transaction,
  { subscriptionId, at }: Stuck,
): Promise<boolean> {
  const { rows } = await sql`
    update intents set input = input || '{"email":""}'
    where subscription_id = ${subscriptionId} and status = 'open'
      and kind = 'forget-payer' and leased_until <= ${at}
    returning id`.execute(tx);
  return rows.length > 0;
}

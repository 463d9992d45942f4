import { sql } from 'kysely';
import type { Transaction } from '../../platform/transaction.ts';
import type { IntentOutcome } from './intent.ts';
import { endIntent } from './intent-store.ts';

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
  readonly outcome: IntentOutcome;
}

/** Makes way for an end: what has been open for long is over, but no end, and nothing of an old owner's. */
export async function endStuckIntent(
  tx: Transaction,
  { subscriptionId, at, outcome }: Stuck,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from intents
    where subscription_id = ${subscriptionId} and status = 'open'
      and kind not in ('cancel', 'forget-payer')
      and created_at <= ${stuckSince(at)} and leased_until <= ${at}
    for update`.execute(tx);
  for (const { id } of rows) {
    await endIntent(tx, { id, outcome });
  }
}

/** The new owner goes too before the old one's means of payment are gone; false where none are being taken away, or just now. */
export async function writeToNobody(
  tx: Transaction,
  { subscriptionId, at }: Pick<Stuck, 'subscriptionId' | 'at'>,
): Promise<boolean> {
  const { rows } = await sql`
    update intents set input = input || '{"email":""}'
    where subscription_id = ${subscriptionId} and status = 'open'
      and kind = 'forget-payer' and leased_until <= ${at}
    returning id`.execute(tx);
  return rows.length > 0;
}

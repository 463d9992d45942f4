import { sql } from 'kysely';
import type { Transaction } from '../../platform/transaction.ts';
import type { IntentOutcome } from './intent.ts';
import { endIntent } from './intent-store.ts';

interface Stuck {
  readonly subscriptionId: string;
  readonly openedBefore: Date;
  /** Whoever is at work on it at this moment is let go on. */
  readonly at: Date;
  readonly outcome: IntentOutcome;
}

/** Makes way for an end: what has been open for long, and is no end itself, is over. */
export async function endStuckIntent(
  tx: Transaction,
  { subscriptionId, openedBefore, at, outcome }: Stuck,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from intents
    where subscription_id = ${subscriptionId} and status = 'open' and kind <> 'cancel'
      and created_at <= ${openedBefore} and leased_until <= ${at}
    for update`.execute(tx);
  for (const { id } of rows) {
    await endIntent(tx, { id, outcome });
  }
}

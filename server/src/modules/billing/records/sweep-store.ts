import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';

interface Sweep {
  readonly before: Date;
  /** Only the oldest; the next sweep takes the others. */
  readonly limit: number;
}

/**
 * Removes intents that have ended and were not held by a process since then. The choice of a card is
 * kept while its subscription runs, as a note that the card was tried. A purchase with a code stays, as a note
 * that its buyer is no new customer; it holds bare ids only.
 */
export async function removeEndedIntents(db: Database, { before, limit }: Sweep): Promise<void> {
  await sql`
    delete from intents where id in (
      select i.id from intents i
      where i.status <> 'open' and i.leased_until <= ${before}
        and not (i.status = 'done' and i.input ->> 'discountId' is not null)
        and (i.kind <> 'set-default' or not exists (
          select from subscriptions s
          where s.id = i.subscription_id and s.status <> 'canceled'))
      order by i.leased_until limit ${limit})`.execute(db);
}

export async function removeProcessedEvents(db: Database, { before, limit }: Sweep): Promise<void> {
  await sql`
    delete from provider_events where id in (
      select id from provider_events where processed_at <= ${before}
      order by processed_at limit ${limit})`.execute(db);
}

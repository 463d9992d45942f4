import { sql } from 'kysely';
import type { Database } from '../../platform/transaction.ts';

/** Mails that should be gone by now. */
interface Outbox {
  readonly waiting: number;
  /** When the oldest of them was queued; null for none. */
  readonly oldestAt: Date | null;
  /** Mails that failed twelve times and are not tried again. */
  readonly givenUp: number;
}

export async function readOutbox(db: Database): Promise<Outbox> {
  const { rows } = await sql<Outbox>`
    with unsent as (
      select m.created_at, exists (select from graphile_worker.jobs j
        where j.key = m.id and (j.attempts < j.max_attempts or j.locked_at is not null))
        as "isTried"
      from mails m where m.sent_at is null and m.waits_until is null
    )
    select count(*) filter (where "isTried")::int as waiting,
      min(created_at) filter (where "isTried") as "oldestAt",
      count(*) filter (where not "isTried")::int as "givenUp" from unsent`.execute(db);
  const [outbox] = rows;
  if (!outbox) {
    throw new Error('A count answered no row.');
  }
  return outbox;
}

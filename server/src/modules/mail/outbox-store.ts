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

/** A mail as its recipient's operators see it: without what it says. */
interface QueuedMail {
  readonly id: string;
  readonly kind: string;
  readonly at: Date;
  readonly sentAt: Date | null;
  readonly state: 'sent' | 'waiting' | 'held' | 'given-up';
}

/** Newest first, at most 50 of the last 30 days. */
export async function listMailsTo(db: Database, recipient: string): Promise<QueuedMail[]> {
  const { rows } = await sql<QueuedMail>`
    select m.id, m.kind, m.created_at as at, m.sent_at as "sentAt", case
      when m.sent_at is not null then 'sent'
      when m.waits_until is not null then 'held'
      when ${isTried} then 'waiting' else 'given-up' end as state
    from mails m where m.recipient = ${recipient} order by m.queue_number desc limit 50`.execute(
    db,
  );
  return rows;
}

/** Whether the job of the mail `m` goes on trying. */
const isTried = sql`exists (select from graphile_worker.jobs j
  where j.key = m.id and (j.attempts < j.max_attempts or j.locked_at is not null))`;

export async function readOutbox(db: Database): Promise<Outbox> {
  const { rows } = await sql<Outbox>`
    with unsent as (
      select m.created_at, ${isTried} as "isTried"
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

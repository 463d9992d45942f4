import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';

/** Amount of waiting work, with the age of the oldest. */
export interface Backlog {
  readonly openIntents: number;
  /** Null while none is open. */
  readonly oldestOpenAt: Date | null;
  readonly waitingEvents: number;
  /** When the oldest event arrived; null while none waits. */
  readonly oldestEventAt: Date | null;
  readonly waitingProjections: number;
}

export async function countBacklog(db: Database): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select i.open as "openIntents", i.oldest as "oldestOpenAt",
      e.waiting as "waitingEvents", e.oldest as "oldestEventAt", j.waiting as "waitingProjections"
    from
      (select count(*)::int as open, min(created_at) as oldest
        from intents where status = 'open') i,
      (select count(*)::int as waiting, min(received_at) as oldest
        from provider_events where processed_at is null) e,
      (select count(*)::int as waiting from graphile_worker.jobs
        where task_identifier = 'project-billing' and attempts < max_attempts) j`.execute(db);
  const [backlog] = rows;
  if (!backlog) {
    throw new Error('A count answered no row.');
  }
  return backlog;
}

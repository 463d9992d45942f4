import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';

/** Progress of storing the provider's events. */
interface Pull {
  readonly fetchedUntil: Date;
  /** The unfinished pull; undefined where there is none. */
  readonly underWay: PullUnderWay | undefined;
}

export interface PullUnderWay {
  /** Events are stored up to here once the pull is finished. */
  readonly until: Date;
  /** Oldest event stored so far; the next page begins after it. */
  readonly reachedEvent: string;
}

/** Finds the progress of the last pull; the first one begins at the given instant. */
export async function findPull(db: Database, firstSince: Date): Promise<Pull> {
  const { rows } = await sql<PullRow>`
    insert into provider_pulls (provider, fetched_until) values ('stripe', ${firstSince})
    on conflict (provider) do update set provider = excluded.provider
    returning fetched_until, reaching_until, reached_event`.execute(db);
  const [row] = rows;
  if (!row) {
    throw new Error('An upsert answered no row.');
  }
  const { fetched_until, reaching_until, reached_event } = row;
  const underWay = reaching_until !== null && reached_event !== null;
  return {
    fetchedUntil: fetched_until,
    underWay: underWay ? { until: reaching_until, reachedEvent: reached_event } : undefined,
  };
}

interface PullRow {
  fetched_until: Date;
  reaching_until: Date | null;
  reached_event: string | null;
}

/** Writes how far events are stored, and the unfinished pull. */
export async function writePull(db: Database, { fetchedUntil, underWay }: Pull): Promise<void> {
  await sql`
    update provider_pulls set fetched_until = greatest(fetched_until, ${fetchedUntil}),
      reaching_until = ${underWay?.until ?? null}, reached_event = ${underWay?.reachedEvent ?? null}
    where provider = 'stripe'`.execute(db);
}

import { type RawBuilder, sql } from 'kysely';
import type { Clock } from './clock.ts';
import { secretHash } from './ids.ts';
import type { Database } from './transaction.ts';

/** A bucket of attempts: `burst` at once, then one more every `everyMs`. */
export interface Bucket {
  /** What is limited, with whom: `sign-in 203.0.113.7`. */
  readonly key: string;
  readonly burst: number;
  readonly everyMs: number;
}

export interface RateLimits {
  /** Takes one attempt from each bucket; false when one of them was empty. */
  take(db: Database, buckets: readonly Bucket[]): Promise<boolean>;
  /**
   * The same as part `taken` (one row a bucket that was not empty) of a larger statement; undefined
   * when limits are off. The last buckets are only asked when all of the first had room.
   */
  takeParts(first: readonly Bucket[], last: readonly Bucket[]): RawBuilder<unknown> | undefined;
  /** Gives one attempt back to each bucket. */
  giveBack(db: Database, buckets: readonly Bucket[]): Promise<void>;
  /** The same as part of a larger statement; undefined when limits are off. */
  giveBackParts(buckets: readonly Bucket[]): RawBuilder<unknown> | undefined;
  /** Forgets full buckets. */
  sweep(db: Database): Promise<void>;
}

export const noRateLimits: RateLimits = {
  take: async () => true,
  takeParts: () => undefined,
  giveBack: async () => {},
  giveBackParts: () => undefined,
  sweep: async () => {},
};

/** Buckets in the database, so that all processes count together (generic cell rate algorithm). */
export function createRateLimits(clock: Clock): RateLimits {
  function takePart(buckets: readonly Bucket[], condition: RawBuilder<boolean>) {
    const at = clock.now();
    // One order of keys for all, or two requests could wait for each other.
    const rows = buckets.map(toRow).sort((one, other) => Buffer.compare(one.hash, other.hash));
    return sql`
        insert into rate_limits as bucket (key_hash, full_at, room_ms)
        select key_hash, ${at}::timestamptz + every_ms * interval '1 ms', room_ms
        from unnest(${rows.map((row) => row.hash)}::bytea[], ${rows.map((row) => row.everyMs)}::bigint[],
          ${rows.map((row) => row.roomMs)}::bigint[]) wanted (key_hash, every_ms, room_ms)
        where ${condition}
        on conflict (key_hash) do update
          set full_at = greatest(bucket.full_at, ${at}) + (excluded.full_at - ${at}),
              room_ms = excluded.room_ms
          where greatest(bucket.full_at, ${at}) + (excluded.full_at - ${at})
            <= ${at}::timestamptz + excluded.room_ms * interval '1 ms'
        returning 1`;
  }

  function takeParts(first: readonly Bucket[], last: readonly Bucket[]): RawBuilder<unknown> {
    const hadRoom = sql<boolean>`(select count(*) from taken_first) = ${first.length}`;
    return sql`
      taken_first as (${takePart(first, sql<boolean>`true`)}),
      taken_last as (${takePart(last, hadRoom)}),
      taken as (select 1 from taken_first union all select 1 from taken_last)`;
  }

  function giveBackParts(buckets: readonly Bucket[]): RawBuilder<unknown> {
    const rows = buckets.map(toRow);
    return sql`
        given_back as (
          update rate_limits bucket set full_at = bucket.full_at - held.every_ms * interval '1 ms'
          from (
            select kept.key_hash, wanted.every_ms
            from rate_limits kept
            join unnest(${rows.map((row) => row.hash)}::bytea[], ${rows.map((row) => row.everyMs)}::bigint[])
              wanted (key_hash, every_ms) on kept.key_hash = wanted.key_hash
            order by kept.key_hash for update of kept) held
          where bucket.key_hash = held.key_hash
        )`;
  }

  return {
    takeParts,
    giveBackParts,

    async take(db, buckets) {
      const { rows } = await sql<{ taken: string }>`/* plan once: take-attempts */
        with ${takeParts(buckets, [])} select count(*) as taken from taken`.execute(db);
      return Number(rows[0]?.taken) === buckets.length;
    },

    async giveBack(db, buckets) {
      await sql`/* plan once: give-attempts-back */
        with ${giveBackParts(buckets)} select 1`.execute(db);
    },

    async sweep(db) {
      await sql`delete from rate_limits where full_at < ${clock.now()}`.execute(db);
    },
  };
}

function toRow({ key, burst, everyMs }: Bucket) {
  return { hash: secretHash(key), everyMs, roomMs: burst * everyMs };
}

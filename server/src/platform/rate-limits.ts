import { type RawBuilder, sql } from 'kysely';
import type { Clock } from './clock.ts';
import { secretHash } from './ids.ts';
import type { Database } from './transaction.ts';

/** A bucket of attempts: `burst` of them together, then one more every `everyMs`. */
export interface Bucket {
  /** Names the limited action and its subject: `sign-in 203.0.113.7`. */
  readonly key: string;
  readonly burst: number;
  readonly everyMs: number;
}

/** Buckets from which a larger statement may pick one. If that one has room, the other buckets are not asked. */
export interface InsteadBuckets {
  readonly buckets: readonly Bucket[];
  /** Which one counts, from 1 on; null for none. */
  readonly picked: RawBuilder<number | null>;
}

export interface RateLimits {
  /** False if RATE_LIMITS=off; then nothing else that counts attempts refuses one either. */
  readonly isOn: boolean;
  /**
   * Takes one attempt from each bucket, or none, and answers false, if one is empty. The caller's own buckets come
   * before shared ones, so that refused attempts cannot empty those.
   */
  take(db: Database, buckets: readonly Bucket[]): Promise<boolean>;
  /**
   * Parts of a larger statement: `taken` has one row for each bucket that had room, and
   * `taken_instead` one row if the picked bucket had. Undefined when limits are off.
   */
  takeParts(buckets: readonly Bucket[], instead: InsteadBuckets): RawBuilder<unknown> | undefined;
  /** Gives one attempt back to each bucket. */
  giveBack(db: Database, buckets: readonly Bucket[]): Promise<void>;
  /** Part of a larger statement that gives back; undefined when limits are off. */
  giveBackParts(buckets: readonly Bucket[]): RawBuilder<unknown> | undefined;
  /** Forgets full buckets. */
  sweep(db: Database): Promise<void>;
}

export const noRateLimits: RateLimits = {
  isOn: false,
  take: async () => true,
  takeParts: () => undefined,
  giveBack: async () => {},
  giveBackParts: () => undefined,
  sweep: async () => {},
};

/** Which of the buckets are empty, so that the next attempt is refused. */
export async function findEmptyBuckets(
  db: Database,
  buckets: readonly Bucket[],
  at: Date,
): Promise<Bucket[]> {
  const { rows } = await sql<{ place: number }>`
    select wanted.place::int as place from rate_limits kept
    join ${unnested(buckets)} on kept.key_hash = wanted.key_hash
    where kept.full_at > ${at}::timestamptz
      + (wanted.room_ms - wanted.every_ms) * interval '1 ms'`.execute(db);
  const places = new Set(rows.map(({ place }) => place));
  return buckets.filter((_bucket, index) => places.has(index + 1));
}

/** Fills the buckets again. */
export async function fillBuckets(db: Database, buckets: readonly Bucket[]): Promise<void> {
  const hashes = buckets.map((bucket) => toRow(bucket).hash);
  await sql`delete from rate_limits where key_hash = any(${hashes}::bytea[])`.execute(db);
}

/** More than processes differ about the time. */
const clockErrorMs = 10_000;
const sweptAtOnce = 5_000;

/** Buckets in the database, so that all processes count together (generic cell rate algorithm). */
export function createRateLimits(clock: Clock): RateLimits {
  /** Takes from those buckets of the list that the condition allows. */
  function takePart(buckets: readonly Bucket[], condition: RawBuilder<boolean>) {
    const at = clock.now();
    const roomUntil = sql`${at}::timestamptz + excluded.room_ms * interval '1 ms'`;
    // Only a clock that was ahead can have filled it further; that must not lock anybody out.
    const takenUntil = sql`case when bucket.full_at > ${roomUntil} + ${clockErrorMs} * interval '1 ms'
          then ${at} else greatest(bucket.full_at, ${at}) end + (excluded.full_at - ${at})`;
    return sql`
        insert into rate_limits as bucket (key_hash, full_at, room_ms)
        select key_hash, ${at}::timestamptz + every_ms * interval '1 ms', room_ms
        from ${unnested(buckets)}
        where ${condition}
        on conflict (key_hash) do update set full_at = ${takenUntil}, room_ms = excluded.room_ms
          where ${takenUntil} <= ${roomUntil}
        returning 1`;
  }

  /** Each bucket waits for the one before it, so all requests lock them in one order. */
  function takeParts(
    buckets: readonly Bucket[],
    { buckets: others, picked }: InsteadBuckets,
  ): RawBuilder<unknown> {
    const parts = [sql`taken_instead as (${takePart(others, sql<boolean>`place = ${picked}`)})`];
    for (const [index, bucket] of buckets.entries()) {
      const hadRoom =
        index === 0
          ? sql<boolean>`not exists (select 1 from taken_instead)`
          : sql<boolean>`exists (select 1 from ${sql.raw(`taken_${index - 1}`)})`;
      parts.push(sql`${sql.raw(`taken_${index}`)} as (${takePart([bucket], hadRoom)})`);
    }
    const takings = buckets.map((_bucket, index) => sql.raw(`select 1 from taken_${index}`));
    parts.push(sql`taken as (${sql.join(takings, sql` union all `)})`);
    return sql.join(parts);
  }

  function giveBackParts(buckets: readonly Bucket[]): RawBuilder<unknown> {
    return sql`
        given_back as (
          update rate_limits bucket set full_at = bucket.full_at - held.every_ms * interval '1 ms'
          from (
            select kept.key_hash, wanted.every_ms
            from rate_limits kept
            join ${unnested(buckets)} on kept.key_hash = wanted.key_hash
            order by wanted.place for update of kept) held
          where bucket.key_hash = held.key_hash
        )`;
  }

  async function giveBack(db: Database, buckets: readonly Bucket[]): Promise<void> {
    await sql`/* plan once: give-attempts-back */
        with ${giveBackParts(buckets)} select 1`.execute(db);
  }

  return {
    isOn: true,
    takeParts,
    giveBackParts,

    async take(db, buckets) {
      if (buckets.length === 0) {
        return true;
      }
      const name = sql.raw(`take-attempts-${buckets.length}`);
      const { rows } = await sql<{ taken: string }>`/* plan once: ${name} */
        with ${takeParts(buckets, noneInstead)} select count(*) as taken from taken`.execute(db);
      const taken = Number(rows[0]?.taken);
      if (taken < buckets.length && taken > 0) {
        await giveBack(db, buckets.slice(0, taken));
      }
      return taken === buckets.length;
    },

    giveBack,

    async sweep(db) {
      let removed: bigint | undefined;
      do {
        ({ numAffectedRows: removed } = await sql`
          delete from rate_limits where key_hash in (
            select key_hash from rate_limits where full_at < ${clock.now()}
            limit ${sweptAtOnce} for update skip locked)`.execute(db));
      } while (removed === BigInt(sweptAtOnce));
    },
  };
}

const noneInstead: InsteadBuckets = { buckets: [], picked: sql`null::bigint` };

/** The buckets as rows `wanted`, with their place in the list. */
function unnested(buckets: readonly Bucket[]) {
  const rows = buckets.map(toRow);
  return sql`unnest(${rows.map((row) => row.hash)}::bytea[], ${rows.map((row) => row.everyMs)}::bigint[],
          ${rows.map((row) => row.roomMs)}::bigint[]) with ordinality
          wanted (key_hash, every_ms, room_ms, place)`;
}

function toRow({ key, burst, everyMs }: Bucket) {
  return { hash: secretHash(key), everyMs, roomMs: burst * everyMs };
}

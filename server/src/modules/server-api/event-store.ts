import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/transaction.ts';

export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  /** The subject as it was stored, without what the configuration says about it. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

interface EventQuestion {
  /** Id of a kept event; undefined for the oldest ones. */
  readonly after?: string | undefined;
  readonly type?: string | undefined;
  readonly limit: number;
}

/** Events that one step numbers, so that it holds no other one up. */
const mostNumbered = 5_000;

/** Numbers what is committed by now, so that it can be listed. */
export async function numberEvents(db: Database): Promise<void> {
  while ((await numberSomeEvents(db)) === mostNumbered) {
    // Until all are numbered.
  }
}

async function numberSomeEvents(db: Database): Promise<number> {
  const { rows } = await sql<{ numbered: number }>`
    select number_events(${mostNumbered}) as numbered`.execute(db);
  return rows[0]?.numbered ?? 0;
}

/** Place in the list of an event that is not numbered yet. */
const unnumbered = sql.raw('9223372036854775807');

/** Events in the order in which they were found committed, and one more than asked for if there are more. */
export async function listStoredEvents(
  db: Database,
  { after, type, limit }: EventQuestion,
): Promise<StoredEvent[]> {
  const later =
    after === undefined
      ? sql``
      : sql`and (xact, position) > (select known.xact, known.position from events known where known.id = ${after})`;
  const ofType = type === undefined ? sql`` : sql`and type = ${type}`;
  for (;;) {
    const numbered = await numberSomeEvents(db);
    const { rows } = await sql<StoredEvent>`
      select id, type, data, created_at as "createdAt" from events
      where xact < ${unnumbered} ${later} ${ofType}
      order by xact, position limit ${limit + 1}`.execute(db);
    if (rows.length > limit || numbered < mostNumbered) {
      return rows;
    }
  }
}

/** When the oldest event was written that no reader can see yet; null if all are listed. */
export async function findOldestUnlisted(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from events where xact = ${unnumbered} order by position limit 1`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

export async function isEvent(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from events where id = ${id}`.execute(db);
  return rows.length > 0;
}

export interface NewEvent {
  readonly type: string;
  /** Id of what has changed. */
  readonly subjectId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Writes an event, with the next version; its deliveries begin when the transaction commits. */
export async function insertEvent(
  tx: Transaction,
  { type, subjectId, data }: NewEvent,
): Promise<void> {
  await sql`
    select write_event(${type}, ${subjectId},
      ${JSON.stringify(data)}::jsonb || jsonb_build_object('version', nextval('versions')))`.execute(
    tx,
  );
}

interface Sweep {
  readonly before: Date;
  /** Most rows at a time, so that it does not delay others. */
  readonly limit: number;
}

export async function removeEvents(db: Database, { before, limit }: Sweep): Promise<void> {
  await sql`
    delete from events where id in (
      select id from events where created_at < ${before} order by created_at limit ${limit})`.execute(
    db,
  );
}

/**
 * Gives all subjects new versions after a restore, since programs ignore smaller ones than they have seen. Versions
 * begin at the time in milliseconds, so a second restore exceeds the first.
 */
export async function settleRestoredVersions(tx: Database): Promise<void> {
  await sql`
    select setval('versions', greatest(last_value, extract(epoch from clock_timestamp()) * 1000)::bigint)
    from versions`.execute(tx);
  for (const table of ['accounts', 'subscriptions'].map((name) => sql.table(name))) {
    // Nothing has happened to them that an event should tell.
    await sql`alter table ${table} disable trigger user`.execute(tx);
    await sql`update ${table} set version = nextval('versions')`.execute(tx);
    await sql`alter table ${table} enable trigger user`.execute(tx);
  }
}

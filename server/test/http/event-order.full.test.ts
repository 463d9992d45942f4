import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { insertEvent } from '../../src/modules/server-api/index.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { migrate, migrateTo } from '../../src/platform/migrations.ts';
import type { Database } from '../../src/platform/transaction.ts';
import { createEmptyDatabase } from '../backup/scene.ts';
import { type Chance, chosenSeed, createChance } from '../harness/chance.ts';
import { at, withDatabase } from '../harness/postgres.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import { createPerson } from '../harness/wire-client.ts';

const migrations = join(import.meta.dirname, '../../migrations');

async function openList(app: TestApp) {
  const { secret } = await makeKey(app, ['events:read']);
  return async (after?: string, limit = 100): Promise<{ id: string; subject: unknown }[]> => {
    const from = after === undefined ? '' : `&after=${after}`;
    const answer = await callServer(app, `GET /events?limit=${limit}${from}`, { secret });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data.map(({ id, data }: { id: string; data: { uid: unknown } }) => ({
      id,
      subject: data.uid,
    }));
  };
}

const write = (db: Database, uid: string) =>
  db.transaction().execute(async (tx) => {
    await insertEvent(tx, { type: 'account.updated', subjectId: uid, data: { uid } });
  });

/** Runs the work while a transaction that has written something is open in the database. */
async function whileOpen(db: Database, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx);
    await work();
  });
}

it('transactions that stay open, in this database and in another one of the server: hold no event back', async () => {
  const app = await createOwnTestApp({});
  const list = await openList(app);
  await whileOpen(app.db, async () => {
    const person = await createPerson(app);
    expect((await list()).map(({ subject }) => subject)).toContain(person.uid);
  });
  await withDatabase(at(inject('postgres'), 'postgres'), (other) =>
    whileOpen(other, async () => {
      const person = await createPerson(app);
      expect((await list()).map(({ subject }) => subject)).toContain(person.uid);
    }),
  );
});

it('an event that is committed late: is listed after those that were read meanwhile', async () => {
  const app = await createOwnTestApp({});
  const list = await openList(app);
  let last = '';
  await app.db.transaction().execute(async (tx) => {
    await insertEvent(tx, { type: 'account.updated', subjectId: 'late', data: { uid: 'late' } });
    await write(app.db, 'early');
    const read = await list();
    expect(read.at(-1)?.subject).toBe('early');
    last = read.at(-1)?.id ?? '';
  });
  expect((await list(last)).map(({ subject }) => subject)).toEqual(['late']);
});

it('an account that is being deleted: holds no event of others back', async () => {
  const app = await createOwnTestApp({});
  const list = await openList(app);
  const { uid } = await createPerson(app);
  await app.db.transaction().execute(async (tx) => {
    await sql`update events set data = '{"uid": "gone"}' where subject_id = ${uid}`.execute(tx);
    await write(app.db, 'other');
    expect((await list()).map(({ subject }) => subject)).toEqual(['other']);
  });
  expect((await list()).map(({ subject }) => subject)).toEqual(['other', 'gone']);
});

it('a database that was moved from a server with greater transaction numbers: goes on after what was read there', async () => {
  const app = await createOwnTestApp({});
  const list = await openList(app);
  await createPerson(app);
  const before = await list();
  // Rows as a dump brings them from a server whose counter is ahead.
  await sql`update events set xact = xact + 1000000`.execute(app.db);
  const people = [await createPerson(app), await createPerson(app)];
  const after = await list(before.at(-1)?.id);
  expect(after.map(({ subject }) => subject)).toEqual(people.map(({ uid }) => uid));
});

it(`parallel transactions that commit in any order: each reader gets each event once, and all in one order (SEED=${chosenSeed()})`, async () => {
  const app = await createOwnTestApp({});
  const list = await openList(app);
  const writers = 6;
  const readers = 3;
  const each = process.env.HEARTH_LONG ? 200 : 25;
  const committed: string[] = [];
  let isOver = false;

  async function write(uids: readonly string[], chance: Chance): Promise<void> {
    const isUndone = chance.below(10) === 0;
    await app.db.transaction().execute(async (tx) => {
      for (const uid of uids) {
        await insertEvent(tx, { type: 'account.updated', subjectId: uid, data: { uid } });
        await sleep(chance.below(chance.below(20) === 0 ? 300 : 10));
      }
      if (isUndone) {
        throw new Error('Undone.');
      }
    });
    committed.push(...uids);
  }

  async function writeAll(writer: number): Promise<void> {
    const chance = createChance(chosenSeed() * 100 + writer);
    for (let made = 0; made < each; made += 1) {
      const places = Array.from({ length: 1 + chance.below(3) }, (_, place) => place);
      const uids = places.map((place) => `${writer}-${made}-${place}`);
      await write(uids, chance).catch(() => undefined);
    }
  }

  async function readAll(limit: number): Promise<string[]> {
    const seen: { id: string; subject: unknown }[] = [];
    for (;;) {
      const wasOver = isOver;
      const page = await list(seen.at(-1)?.id, limit);
      seen.push(...page);
      if (wasOver && page.length === 0) {
        return seen.map(({ subject }) => String(subject));
      }
    }
  }

  const reading = Promise.all([1, 3, 100].slice(0, readers).map(readAll));
  await Promise.all(Array.from({ length: writers }, (_, writer) => writeAll(writer)));
  isOver = true;
  const [first = [], ...others] = await reading;
  expect(first.toSorted()).toEqual(committed.toSorted());
  for (const other of others) {
    expect(other).toEqual(first);
  }
}, 300_000);

it('more events than are numbered in one step: are all there for the first reader', async () => {
  const app = await createOwnTestApp({});
  const list = await openList(app);
  await sql`
    insert into events (type, subject_id, data, created_at)
    select 'account.updated', number::text, jsonb_build_object('uid', number), now()
    from generate_series(1, 12000) number`.execute(app.db);
  const { secret } = await makeKey(app, ['events:read']);
  expect((await callServer(app, 'GET /events?type=member.added', { secret })).json()).toEqual({
    data: [],
    next_cursor: null,
  });
  const { rows } = await sql<{
    id: string;
  }>`select id from events where subject_id = '11999'`.execute(app.db);
  expect((await list(rows[0]?.id)).map(({ subject }) => subject)).toEqual([12000]);
});

it('cursors of before the upgrade: go on where they were, even if the database had been moved before', async () => {
  const place = await createEmptyDatabase();
  const { db, location, close } = openDatabase(place.location, () => undefined);
  await migrateTo({ db, location }, { folder: migrations, name: '0082-paid-until-in-events' });
  const plant = (subject: string, xact: number, created: string) =>
    sql`
    insert into events (xact, type, subject_id, data, created_at)
    values (${xact}, 'account.updated', ${subject}, jsonb_build_object('uid', ${subject}::text), ${created})`.execute(
      db,
    );
  // Written second, committed first; then the move, after which transactions have small numbers.
  await plant('b', 4_000_002, '2026-11-01T00:00:00Z');
  await plant('a', 4_000_001, '2026-11-01T00:00:01Z');
  await plant('d', 11, '2026-11-02T00:00:00Z');
  await plant('c', 10, '2026-11-02T00:00:01Z');
  await migrate({ db, location }, migrations);
  await close();
  const app = await createOwnTestApp({ template: place.name });
  const list = await openList(app);
  const all = await list();
  expect(all.map(({ subject }) => subject).slice(0, 2)).toEqual(['a', 'b']);
  expect(
    all
      .map(({ subject }) => subject)
      .slice(2)
      .toSorted(),
  ).toEqual(['c', 'd']);
  expect((await list(all[1]?.id)).map(({ subject }) => subject).toSorted()).toEqual(['c', 'd']);
  const person = await createPerson(app);
  expect((await list(all[3]?.id)).map(({ subject }) => subject)).toEqual([person.uid]);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '../../src/platform/transaction.ts';
import { type Chance, chosenSeed, createChance } from '../harness/chance.ts';
import { createTeam } from '../harness/factories.ts';
import { hurryJobs } from '../harness/hurry-jobs.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { ok, startReceiver, withStatus } from '../harness/webhook-receiver.ts';

interface Event {
  readonly id: string;
  readonly data: { readonly id: string; readonly version: number; readonly metadata: object };
}

const isLong = process.env.HEARTH_LONG !== undefined;
const writers = 6;
const changesEach = isLong ? 200 : 25;
const seed = chosenSeed();

describe(`events of random changes (SEED=${seed})`, () => {
  let app: TestApp;
  let secret: string;
  const ids: string[] = [];
  beforeAll(async () => {
    app = await createTestApp();
    ({ secret } = await makeKey(app, ['events:read', 'webhooks:write']));
    for (let made = 0; made < 3; made += 1) {
      ids.push((await createTeam(app)).subscriptionId);
    }
  });
  afterAll(() => app.close());

  /** Reads as a program does, which remembers the last event that it has seen. */
  async function readOn(after: string | undefined): Promise<Event[]> {
    const from = after === undefined ? '' : `&after=${after}`;
    const answer = await callServer(app, `GET /events?type=subscription.updated&limit=100${from}`, {
      secret,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  }

  /** Changes some projects in one transaction, slowly; answers the marks of what was committed. */
  async function change(chance: Chance, mark: string): Promise<string[]> {
    const changed = [...ids].sort().filter(() => chance.below(10) < 6);
    const end = chance.below(100);
    const pauseMs = chance.below(15);
    const work = async (tx: Transaction) => {
      for (const id of changed) {
        await sql`update subscriptions set metadata = jsonb_build_object('mark', ${`${mark} ${id}`}::text)
          where id = ${id}`.execute(tx);
        await sleep(pauseMs);
      }
      if (end < 20) {
        throw new Error('Rolled back.');
      }
      if (end < 35) {
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      }
    };
    const isDone = await app.db
      .transaction()
      .execute(work)
      .then(
        () => true,
        () => false,
      );
    return isDone ? changed.map((id) => `${mark} ${id}`) : [];
  }

  const markOf = ({ data }: Event) => ('mark' in data.metadata ? String(data.metadata.mark) : '');

  it('are read exactly once each by a program that goes on from the last one, and none of what was undone', async () => {
    const seen: Event[] = [];
    let isOver = false;
    const reading = (async () => {
      for (;;) {
        const wasOver = isOver;
        const found = await readOn(seen.at(-1)?.id);
        seen.push(...found);
        if (wasOver && found.length === 0) {
          return;
        }
        await sleep(2);
      }
    })();
    // A program that fails now and then is sent each event until it takes it.
    const receiver = await startReceiver();
    const fate = createChance(seed);
    const taken: string[] = [];
    receiver.answer = (response) => {
      const isTaken = fate.below(10) < 7;
      if (isTaken) {
        taken.push(markOf(JSON.parse(receiver.received.at(-1)?.body ?? '')));
      }
      (isTaken ? ok : withStatus(500))(response);
    };
    const endpoint = { url: receiver.url, types: ['subscription.updated'] };
    await callServer(app, 'POST /webhook-endpoints', { secret, body: endpoint });
    const committed: string[] = [];
    const writing = Array.from({ length: writers }, async (_, writer) => {
      const chance = createChance(seed * 100 + writer);
      for (let made = 0; made < changesEach; made += 1) {
        committed.push(...(await change(chance, `${writer}-${made}`)));
      }
    });
    await Promise.all(writing);
    isOver = true;
    await reading;
    for (let round = 0; round < 12; round += 1) {
      await hurryJobs(app.db);
      await app.app.runJobs();
    }

    expect(committed.length).toBeGreaterThan(changesEach);
    expect(seen.map(markOf).sort()).toEqual([...committed].sort());
    expect([...new Set(taken)].sort()).toEqual([...committed].sort());
    for (const id of ids) {
      const versions = seen.filter(({ data }) => data.id === id).map(({ data }) => data.version);
      expect(new Set(versions).size).toBe(versions.length);
      const { rows } = await sql<{ version: number }>`
        select version::float8 as version from subscriptions where id = ${id}`.execute(app.db);
      expect(Math.max(...versions)).toBe(rows[0]?.version);
    }
  }, 300_000);
});

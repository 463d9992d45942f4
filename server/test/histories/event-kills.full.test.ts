import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { type Chance, chosenSeed, createChance } from '../harness/chance.ts';
import { createCrowd } from '../harness/crowd.ts';
import { addMember } from '../harness/factories.ts';
import { freePort } from '../harness/free-port.ts';
import { hurryJobs } from '../harness/hurry-jobs.ts';
import { at, toUrl } from '../harness/postgres.ts';
import { type RunningProduct, spawnProduct, untilReady } from '../harness/running-product.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import { ok, type Receiver, startReceiver, withStatus } from '../harness/webhook-receiver.ts';
import { createFreeSubscription, type Person } from '../harness/wire-client.ts';
import {
  expectedEvents,
  openLedger,
  readEvents,
  readLedger,
  versionFaults,
  type WrittenEvent,
} from './event-ledger.ts';

const seed = chosenSeed();
const changes = process.env.HEARTH_LONG ? 500 : 32;
/** Changes that run at the same time, before each kill -9. */
const changesPerLife = process.env.HEARTH_LONG ? 10 : 16;
const people = 6;

it(`${changes} changes with kill -9 of server and jobs, seed ${seed}: each committed one has its events once in the outbox and reaches the receiver, and no other has any`, async () => {
  const chance = createChance(seed);
  const world = await openWorld(createChance(chance.below(2 ** 31)));
  const reading = readOn(world);
  const actions: Action[] = [];
  for (let life = 0; actions.length < changes; life += 1) {
    await world.start();
    const mark = (index: number) => `change ${actions.length + index}`;
    const work = Promise.all(
      Array.from({ length: changesPerLife }, (_, index) => act(world, mark(index), chance)),
    );
    // In turn: while calls run, and while a job waits for the receiver's answer.
    const answers = 1 + chance.below(changesPerLife - 1);
    await (life % 2 === 0 ? world.untilAnswered(answers, work) : world.untilHeld(work));
    await world.kill();
    actions.push(...(await work));
  }
  await world.start();
  // Kills may come before every commit of the others.
  const last = await renamePerson(world, 'change without a kill', chance);
  expect(last.outcome).toBe('committed');
  actions.push(last);
  await untilDelivered(world);

  const ledger = await readLedger(world.app.db);
  const events = await readEvents(world.app.db);
  expect(events.map(({ xact, type, subjectId }) => `${xact} ${type} ${subjectId}`).sort()).toEqual(
    expectedEvents(ledger).sort(),
  );
  expect(versionFaults(ledger)).toEqual([]);
  expectMarks(actions, events);
  expectReceived(world.receiver, events);
  await expectNewestReceived(world, events);
  const read = await reading.finish();
  expect(read.sort()).toEqual(await listIds(world.app));
}, 900_000);

interface World {
  readonly app: TestApp;
  readonly receiver: Receiver;
  readonly secret: string;
  readonly owners: readonly Person[];
  /** Projects by place of their owner. */
  readonly projects: string[];
  ask(line: string, body: object, token: string): Promise<number>;
  start(): Promise<void>;
  /** Everything that the running process has said. */
  words(): string;
  kill(): Promise<void>;
  /** Until so many calls have been answered with 200, or all are done. */
  untilAnswered(count: number, work: Promise<unknown>): Promise<void>;
  /** Until a job waits for the receiver, or the work is done and none does. */
  untilHeld(work: Promise<unknown>): Promise<void>;
}

/** An app in this process looks on; the built product answers calls and runs the jobs. */
async function openWorld(chance: Chance): Promise<World> {
  const app = await createOwnTestApp({ logger: false });
  await openLedger(app.db);
  const { secret } = await makeKey(app);
  const receiver = await startReceiver();
  const made = await callServer(app, 'POST /webhook-endpoints', {
    secret,
    body: { url: receiver.url },
  });
  expect(made.statusCode, made.body).toBe(200);
  const owners = await createCrowd(app, people);
  const projects: string[] = [];
  for (const [place, owner] of owners.entries()) {
    projects.push(`${await createFreeSubscription(app, owner)} ${place}`);
  }
  const product = await createProduct(app);
  let onHeld: (() => void) | undefined;
  receiver.answer = (response) => {
    if (onHeld) {
      // Never answered: the process dies first, or gives up after ten seconds.
      onHeld();
      return;
    }
    const luck = chance.below(10);
    const refuse = luck === 1 ? withStatus(500) : () => void response.destroy();
    (luck < 2 ? refuse : ok)(response);
  };
  return {
    app,
    receiver,
    secret,
    owners,
    projects,
    ...product,
    kill: () => {
      onHeld = undefined;
      return product.kill();
    },
    untilHeld: (work) => {
      const held = new Promise<void>((resolve) => {
        onHeld = resolve;
      });
      return Promise.race([held, work.then(() => sleep(2_000))]);
    },
  };
}

async function createProduct(
  app: TestApp,
): Promise<Pick<World, 'ask' | 'start' | 'words' | 'kill' | 'untilAnswered'>> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  const env = {
    DATABASE_URL: toUrl(at(inject('postgres'), rows[0]?.name ?? '')),
    // Both have one issuer, or each process would refuse the other's tokens.
    PUBLIC_URL: app.config.publicUrl,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  };
  let product: RunningProduct | undefined;
  const answered = new EventEmitter();
  onTestFinished(async () => void (await product?.stop()));
  return {
    async ask(line, body, token) {
      const [method = '', path] = line.split(' ');
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
      };
      const request = { method, headers, body: JSON.stringify(body) };
      const answer = await fetch(`${product?.origin}${path}`, request).catch(() => undefined);
      // The body may be cut off too.
      const text = await answer?.text().catch(() => undefined);
      const status = answer && text !== undefined ? answer.status : 0;
      if (status === 200) {
        answered.emit('one');
      }
      return status;
    },
    async untilAnswered(count, work) {
      let left = count;
      const enough = new Promise<void>((resolve) => {
        answered.on('one', () => {
          left -= 1;
          if (left <= 0) {
            resolve();
          }
        });
      });
      await Promise.race([enough, work]);
      answered.removeAllListeners();
    },
    async start() {
      product = spawnProduct({ dataDir: app.config.dataDir, port: await freePort(), env });
      await untilReady(product);
    },
    words: () => product?.words() ?? '',
    kill: async () => void (await product?.kill()),
  };
}

interface Action {
  /** Found in an event of this change and of no other; undefined where it leaves no mark. */
  readonly mark?: string;
  readonly outcome: 'committed' | 'unknown' | 'undone';
}

type Act = (world: World, mark: string, chance: Chance) => Promise<Action>;

function act(world: World, mark: string, chance: Chance): Promise<Action> {
  return chance.pick(acts)(world, mark, chance);
}

const callableOf = ({ app }: World, name: string) =>
  `POST /functions/${app.config.product.region}/${name}`;

/** Without an answer, or refused because a project is gone meanwhile: then it is all or nothing. */
const marked = (mark: string, status: number): Action => ({
  mark,
  outcome: status === 200 ? 'committed' : 'unknown',
});

const renamePerson: Act = async (world, mark, chance) => {
  const { uid, idToken } = chance.pick(world.owners);
  return marked(mark, await world.ask(`PATCH /v1/users/${uid}`, { display_name: mark }, idToken));
};

/** A project with its owner. */
function pickProject({ projects, owners }: World, chance: Chance) {
  const id = chance.pick(projects) ?? 'none';
  const owner = owners[Number(id.split(' ')[1])] ?? owners[0] ?? expect.fail();
  return { id: id.split(' ')[0] ?? '', owner };
}

const createProject: Act = async (world, _mark, chance) => {
  const place = chance.below(world.owners.length);
  const owner = world.owners[place] ?? expect.fail();
  const body = { data: { planId: 'free' } };
  await world.ask(callableOf(world, 'createSubscription'), body, owner.idToken);
  const { rows } = await sql<{ id: string }>`
    select id from subscriptions where owner_id = ${owner.uid} and status = 'active'`.execute(
    world.app.db,
  );
  const known = new Set(world.projects);
  world.projects.push(...rows.map(({ id }) => `${id} ${place}`).filter((one) => !known.has(one)));
  return { outcome: 'unknown' };
};

const renameProject: Act = async (world, mark, chance) => {
  const { id, owner } = pickProject(world, chance);
  const body = { settings: { name: mark } };
  return marked(mark, await world.ask(`PATCH /v1/subscriptions/${id}`, body, owner.idToken));
};

const noteOnProject: Act = async (world, mark, chance) => {
  const { id } = pickProject(world, chance);
  const body = { metadata: { mark } };
  return marked(mark, await world.ask(`PATCH /server/v1/subscriptions/${id}`, body, world.secret));
};

const cancelProject: Act = async (world, _mark, chance) => {
  const { id, owner } = pickProject(world, chance);
  const body = { data: { subscriptionId: id } };
  await world.ask(callableOf(world, 'cancelSubscription'), body, owner.idToken);
  return { outcome: 'unknown' };
};

const changeMember: Act = async (world, _mark, chance) => {
  const { id, owner } = pickProject(world, chance);
  const { uid } = chance.pick(world.owners);
  const data = { subscriptionId: id, userId: uid };
  const permissions = chance.pick([['access'], ['access', 'editor']]);
  await addMember(world.app, { subscriptionId: id, uid }).catch(() => undefined);
  await (chance.below(2) === 0
    ? world.ask(callableOf(world, 'removeUser'), { data }, owner.idToken)
    : world.ask(
        callableOf(world, 'updateUserPermissions'),
        { data: { ...data, permissions } },
        owner.idToken,
      ));
  return { outcome: 'unknown' };
};

const undo: Act = async ({ app, owners }, mark, chance) => {
  const { uid } = chance.pick(owners);
  const undone = app.db.transaction().execute(async (tx) => {
    await sql`update accounts set display_name = ${mark} where id = ${uid}`.execute(tx);
    await sql`update subscriptions set name = ${mark} where owner_id = ${uid}`.execute(tx);
    await sql`delete from memberships where account_id = ${uid}`.execute(tx);
    throw new Error('Undone.');
  });
  await undone.catch(() => undefined);
  return { mark, outcome: 'undone' };
};

const acts: readonly Act[] = [
  renamePerson,
  createProject,
  renameProject,
  renameProject,
  noteOnProject,
  noteOnProject,
  cancelProject,
  changeMember,
  changeMember,
  undo,
];

/** Runs what waits for its next attempt until nothing does; fails with what is known of the rest. */
async function untilDelivered({ app, words }: World): Promise<void> {
  const listLeft = async () => {
    await hurryJobs(app.db);
    const { rows } = await sql`
      select id, status, attempts, last_answer, due_at, claimed_until from webhook_deliveries
      where status <> 'delivered'`.execute(app.db);
    return rows.length === 0 ? [] : [...rows, words()];
  };
  await expect.poll(listLeft, { timeout: 300_000, interval: 200 }).toEqual([]);
}

const isCausedBy = ({ data }: WrittenEvent, mark: string) =>
  (data.display_name === mark && data.previous?.display_name !== undefined) ||
  (data.name === mark && data.previous !== undefined && 'name' in data.previous) ||
  (JSON.stringify(data.metadata) === JSON.stringify({ mark }) &&
    data.previous?.metadata !== undefined);

function expectMarks(actions: readonly Action[], events: readonly WrittenEvent[]): void {
  for (const { mark, outcome } of actions) {
    if (mark !== undefined) {
      const { length } = events.filter((event) => isCausedBy(event, mark));
      const most = outcome === 'undone' ? 0 : 1;
      expect(length, `events of ${mark}, ${outcome}`).toBeLessThanOrEqual(most);
      expect(length, `events of ${mark}, ${outcome}`).toBeGreaterThanOrEqual(
        outcome === 'committed' ? 1 : 0,
      );
    }
  }
}

const eventsOf = ({ received }: Receiver): Pick<WrittenEvent, 'id' | 'type' | 'data'>[] =>
  received.map(({ body }) => JSON.parse(body));

/** Each event at least once, and nothing that is not in the outbox. */
function expectReceived(receiver: Receiver, events: readonly WrittenEvent[]): void {
  const ids = eventsOf(receiver).filter(({ type }) => /^(account|subscription|member)/.test(type));
  expect([...new Set(ids.map(({ id }) => id))].sort()).toEqual(events.map(({ id }) => id).sort());
}

/** A program that keeps the greatest version of each subject has it as it is now. */
async function expectNewestReceived(
  { app, receiver }: World,
  events: readonly WrittenEvent[],
): Promise<void> {
  const newest = new Map<string, WrittenEvent['data']>();
  for (const { type, data } of eventsOf(receiver)) {
    const noun = type.split('.')[0];
    const name = `${noun} ${String(noun === 'account' ? data.uid : data.id)}`;
    if (noun !== 'member' && (newest.get(name)?.version ?? 0) < data.version) {
      newest.set(name, data);
    }
  }
  // A kill may leave a project before its payment; of such a one nothing is told.
  const told = new Set(events.map(({ subjectId }) => subjectId));
  const { rows: all } = await sql<{ id: string; name: string; title: string | null }>`
    select id, 'account ' || id as name, display_name as title from accounts
    union all select id, 'subscription ' || id, name from subscriptions`.execute(app.db);
  const rows = all.filter(({ id }) => told.has(id));
  const titleOf = (name: string) =>
    newest.get(name)?.display_name ?? newest.get(name)?.name ?? null;
  expect(rows.length).toBeGreaterThan(people);
  expect(rows.filter(({ name, title }) => !newest.has(name) || titleOf(name) !== title)).toEqual(
    [],
  );
}

async function listIds({ db }: TestApp): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from events`.execute(db);
  return rows.map(({ id }) => id).sort();
}

/** A program that asks for what came after the last event it has seen, all the time. */
function readOn({ app, secret }: World): { finish(): Promise<string[]> } {
  const ids: string[] = [];
  const readMore = async (): Promise<number> => {
    const after = ids.length > 0 ? `&after=${ids.at(-1)}` : '';
    const answer = await callServer(app, `GET /events?limit=100${after}`, { secret });
    expect(answer.statusCode, answer.body).toBe(200);
    const { data } = answer.json();
    ids.push(...data.map(({ id }: { id: string }) => id));
    return data.length;
  };
  let isOver = false;
  const readUntilOver = async () => {
    while (!isOver) {
      await readMore();
      await sleep(50);
    }
  };
  // A fault is told at the end; where the test fails earlier, the app closes under it.
  const reading = readUntilOver().then(
    () => undefined,
    (error: unknown) => error,
  );
  onTestFinished(() => {
    isOver = true;
  });
  return {
    async finish() {
      isOver = true;
      expect(await reading).toBeUndefined();
      while ((await readMore()) > 0) {
        // Until all are read.
      }
      return ids;
    },
  };
}

import { sql } from 'kysely';
import { chooseFault } from './billing-deeds.ts';
import { compareBooks, findStale } from './billing-drift.ts';
import { History } from './billing-history.ts';
import type { World } from './billing-world.ts';
import { type Chance, createChance } from './chance.ts';
import { createCrowd, signInAgain } from './crowd.ts';
import { askForDrift } from './operator-drift.ts';
import { type Fault, withFault, withFaultInJobs } from './payment-faults.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Longer than anybody may be silent who is at work on an intent. */
const pastLeaseMs = 3 * minuteMs;
const pauses = [0, pastLeaseMs, pastLeaseMs, hourMs, 24 * hourMs, 80 * hourMs, 169 * hourMs];
const mostJobSteps = { provider: 80, database: 300 };

/** What jobs have read of the provider is old before they write it. */
const oldNews: Fault = {
  place: 'provider',
  step: 'each',
  moment: 'after it acted',
  kind: 'slow',
};

interface Lot {
  readonly seed: number;
  readonly histories: number;
  readonly rounds: number;
}

/** Histories side by side in one world, whose time is everybody's; answers what is wrong, in sentences. */
export async function playHistories(
  world: World,
  { seed, histories, rounds }: Lot,
): Promise<string[]> {
  const chance = createChance(seed);
  const crowd = await createCrowd(world.app, histories);
  const players = crowd.map(
    (owner, index) => new History(world, createChance(seed * 1_000 + index), owner),
  );
  const stale: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    stale.push(...(await playRound(world, players, chance)));
  }
  await recover(world, players);
  const wrong = [
    ...stale,
    ...players.flatMap(({ answers }) => answers.faults),
    ...(await compareBooks(world.app, await world.readBooks())),
    ...(await askForDrift(world.app)),
  ];
  return wrong.length > 0 ? [...wrong, ...(await logsOf(players, wrong))] : [];
}

async function playRound(
  world: World,
  players: readonly History[],
  chance: Chance,
): Promise<string[]> {
  const pauseMs = chance.pick(pauses);
  await pass(world, players, pauseMs);
  const mode = chance.pick(['before', 'during', 'during', 'not at all'] as const);
  const fault = chance.pick([undefined, undefined, oldNews, chooseFault(chance, mostJobSteps)]);
  const isSwept =
    mode !== 'not at all' &&
    pauseMs >= pastLeaseMs &&
    fault?.kind !== 'crash' &&
    fault?.kind !== 'away';
  const mayFail = fault !== undefined || world.isShaky;
  const sweep = () => withFaultInJobs(fault, () => sweepOnce(world, mayFail));
  for (const player of players) {
    player.log.push(`${pauseMs / minuteMs} min, jobs ${mode}, ${JSON.stringify(fault)}`);
  }
  if (mode === 'before') {
    await sweep();
  }
  await Promise.all([
    ...players.map((player) => withFault(undefined, () => player.act(isSwept))),
    ...(mode === 'during' ? [sweep()] : []),
  ]);
  return await findStaleOnes(world, players);
}

/** Jobs fail where the provider does, and are taken up again. */
async function sweepOnce(world: World, mayFail: boolean): Promise<void> {
  try {
    await world.settle();
  } catch (error) {
    if (!mayFail) {
      throw error;
    }
  }
}

async function findStaleOnes(world: World, players: readonly History[]): Promise<string[]> {
  const ids = players.flatMap(({ settledId }) => settledId ?? []);
  if (ids.length === 0) {
    return [];
  }
  const books = await world.readBooks();
  const found = await Promise.all(
    ids.map(async (id) =>
      (await findStale(world.app, books, id)).map((wrong) => `${id}, just answered: ${wrong}`),
    ),
  );
  return found.flat();
}

/** Faults are over, some time goes by, and whoever had no answer asks again. */
async function recover(world: World, players: readonly History[]): Promise<void> {
  await world.calm();
  for (let round = 0; round < 2; round += 1) {
    await pass(world, players, hourMs);
    await hasten(world);
    await world.settle();
    await Promise.all(players.map((player) => player.finish()));
  }
  for (const player of players) {
    player.answers.expectAnswers();
  }
  await world.advance(pastLeaseMs);
  await world.settle();
}

/** A job that failed waits in the database's own time, which nobody can move. */
async function hasten({ app }: World): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db);
}

async function pass(world: World, players: readonly History[], ms: number): Promise<void> {
  await world.advance(ms);
  if (ms >= hourMs) {
    const owners = await signInAgain(
      world.app,
      players.map(({ owner }) => owner),
    );
    for (const [index, owner] of owners.entries()) {
      const player = players[index];
      if (player) {
        player.owner = owner;
      }
    }
  }
}

/** Of those that the sentences name. */
async function logsOf(players: readonly History[], wrong: readonly string[]): Promise<string[]> {
  const logs = await Promise.all(
    players.map(async (player, index) => {
      const ids = await player.ids();
      const isNamed =
        player.answers.faults.length > 0 || wrong.some((one) => ids.some((id) => one.includes(id)));
      return isNamed ? [`\nHistory ${index} (${ids.join(', ')}):`, ...player.log] : [];
    }),
  );
  return logs.flat();
}

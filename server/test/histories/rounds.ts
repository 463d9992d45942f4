import { expect } from 'vitest';
import { type Fault, withFault, withFaultInJobs } from '../billing/support/payment-faults.ts';
import { askForDrift } from '../cli/drift.ts';
import { type Chance, createChance } from '../harness/chance.ts';
import { createCrowd } from '../harness/crowd.ts';
import { hurryJobs } from '../harness/hurry-jobs.ts';
import { chooseFault } from './actions.ts';
import { type Books, readOwnBooks } from './books.ts';
import { countSales } from './checks/sales-tally.ts';
import { findUnpaidTime, findWrongTrials } from './checks/trials-once.ts';
import { findUnchosenPrices } from './chosen-prices.ts';
import { compareBooks, findStale } from './compare-books.ts';
import { History } from './history.ts';
import { comparePlantedDrift } from './planted-drift.ts';
import { chooseTurns, endTurn, signInAll, type Turn, turn } from './turns.ts';
import type { World } from './world.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Longer than anybody may be silent who is at work on an intent. */
const pastLeaseMs = 3 * minuteMs;
/** The longest is past the middle of a month, but not so long that Stripe stops listing its events. */
const pauses = [
  0,
  pastLeaseMs,
  pastLeaseMs,
  hourMs,
  24 * hourMs,
  80 * hourMs,
  169 * hourMs,
  400 * hourMs,
];
const mostJobSteps = { provider: 80, database: 300 };

/** Readings of jobs are outdated before they are written. */
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
  /** Looks at the players' projects after each round; answers what is wrong there. */
  readonly inspect?: (players: readonly History[]) => Promise<string[]>;
}

/** One installation and its people; several may share an account at the provider. */
export interface Cast {
  readonly world: World;
  readonly players: readonly History[];
}

/**
 * Histories side by side in one world, whose time is everybody's; answers what is wrong, in sentences.
 * The first of several worlds moves the time of all, and its jobs have the faults.
 */
export async function playHistories(
  worlds: readonly [World, ...World[]],
  { seed, histories, rounds, inspect }: Lot,
): Promise<string[]> {
  const chance = createChance(seed);
  const casts: Cast[] = [];
  for (const [index, world] of worlds.entries()) {
    const size = Math.ceil(histories / worlds.length);
    const crowd = await createCrowd(world.app, size);
    const spare = await createCrowd(world.app, size);
    const players = crowd.map((owner, place) => {
      const own = createChance(seed * 1_000 + index * 100 + place);
      return new History(world, own, [owner, spare[place]]);
    });
    casts.push({ world, players });
  }
  // All requests share the first check of the provider's account, so the crash of one would end all.
  for (const { world } of casts) {
    await world.settle();
  }
  const turnsByRound = chooseTurns(chance, rounds);
  const wrong: string[] = [];
  for (const turns of turnsByRound) {
    wrong.push(...(await playRound(casts, turns, chance)));
    wrong.push(...((await inspect?.(casts.flatMap(({ players }) => players))) ?? []));
  }
  await worlds[0].setDrafts?.(false);
  await recover(casts);
  for (const { world, players } of casts) {
    wrong.push(...players.flatMap(({ answers }) => answers.faults));
    const books = await world.readBooks();
    wrong.push(...(await compareBooks(world.app, books, world.planted)));
    wrong.push(...(await compareSales({ world, players }, books)));
    wrong.push(...(await comparePlantedDrift(world, books, await askForDrift(world.app))));
  }
  const players = casts.flatMap((cast) => cast.players);
  return wrong.length > 0 ? [...wrong, ...(await logsOf(players, wrong))] : [];
}

/** Trials and scheduled changes, which only a whole history tells apart. */
async function compareSales({ world, players }: Cast, theirs: Books): Promise<string[]> {
  const { app, planted, households = expect.fail() } = world;
  const both = { app, planted, theirs, ours: await readOwnBooks(app) };
  countSales(both);
  return [
    ...findWrongTrials({ ...both, buyers: players, households }),
    ...findUnpaidTime(both),
    ...findUnchosenPrices(both),
  ];
}

async function playRound(
  casts: readonly Cast[],
  turns: readonly Turn[],
  chance: Chance,
): Promise<string[]> {
  const [first = expect.fail()] = casts;
  const { world } = first;
  const players = casts.flatMap((cast) => cast.players);
  await turn(first, turns);
  const pauseMs = chance.pick(pauses);
  await pass(casts, pauseMs);
  const mode = chance.pick(['before', 'during', 'during', 'not at all'] as const);
  const fault = chance.pick([undefined, undefined, oldNews, chooseFault(chance, mostJobSteps)]);
  const isSwept =
    mode !== 'not at all' &&
    pauseMs >= pastLeaseMs &&
    fault?.kind !== 'crash' &&
    fault?.kind !== 'away';
  const mayFail = fault !== undefined || world.isShaky;
  const sweep = async () => {
    await withFaultInJobs(fault, () => sweepOnce(world, mayFail));
    for (const other of casts.slice(1)) {
      await sweepOnce(other.world, mayFail);
    }
  };
  for (const player of players) {
    player.isAlone = mode !== 'during';
    player.log.push(
      `${pauseMs / minuteMs} min, jobs ${mode}, ${JSON.stringify(fault)} ${turns.join(', ')}`,
    );
  }
  if (mode === 'before') {
    await sweep();
  }
  await Promise.all([
    ...players.map((player) => withFault(undefined, () => player.act(isSwept))),
    ...(mode === 'during' ? [sweep()] : []),
    // Jobs may crash meanwhile; that is not the backup's fault.
    ...(turns.includes('back up')
      ? [withFault(undefined, async () => world.operator?.backUp())]
      : []),
  ]);
  const wrong = await endTurn(first, turns);
  return [...wrong, ...(await Promise.all(casts.map(findStaleOnes))).flat()];
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

async function findStaleOnes({ world, players }: Cast): Promise<string[]> {
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
async function recover(casts: readonly Cast[]): Promise<void> {
  for (const { world } of casts) {
    await world.calm();
  }
  for (let round = 0; round < 2; round += 1) {
    await pass(casts, hourMs);
    for (const { world, players } of casts) {
      await hasten(world);
      await world.settle();
      await Promise.all(players.map((player) => player.finish()));
    }
  }
  for (const { answers } of casts.flatMap(({ players }) => players)) {
    answers.expectAnswers();
  }
  // An intent that a job carries out now has events that wait once more for their customer.
  for (let round = 0; round < 2; round += 1) {
    await casts[0]?.world.advance(pastLeaseMs);
    for (const { world } of casts) {
      await world.settle();
      // Objects that another installation has just made are compared once more.
      await hasten(world);
      await world.settle();
    }
  }
}

/** A job that failed waits in the database's own time, which nobody can move. */
async function hasten({ app }: World): Promise<void> {
  await hurryJobs(app.db);
}

async function pass(casts: readonly Cast[], ms: number): Promise<void> {
  await casts[0]?.world.advance(ms);
  for (const cast of ms >= hourMs ? casts : []) {
    await signInAll(cast);
  }
}

/** Reads the logs of those histories that the sentences name. */
async function logsOf(players: readonly History[], wrong: readonly string[]): Promise<string[]> {
  const logs = await Promise.all(
    players.map(async (player, index) => {
      const ids = await player.ids();
      // A refused purchase leaves no project, but its intent names who asked.
      const names = [...ids, player.owner.uid];
      const isNamed =
        player.answers.faults.length > 0 ||
        wrong.some((one) => names.some((name) => one.includes(name)));
      return isNamed ? [`\nHistory ${index} (${ids.join(', ')}):`, ...player.log] : [];
    }),
  );
  return logs.flat();
}

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askForDrift } from '../cli/drift.ts';
import { type Chance, chosenSeed, createChance } from '../harness/chance.ts';
import { createCrowd } from '../harness/crowd.ts';
import { freePort } from '../harness/free-port.ts';
import { hurryJobs } from '../harness/hurry-jobs.ts';
import { compareBooks } from './compare-books.ts';
import { History } from './history.ts';
import { type KillableWorld, openKillableWorld } from './kill-world.ts';

/**
 * The seed that the test names repeats what people do, but not the moments of death:
 * `SEED=123 HEARTH_FULL=1 npx vitest run --project server server/test/histories/kills.full.test.ts`.
 */
const seed = chosenSeed();
const kills = process.env.HEARTH_LONG ? 100 : 3;
const peoplePerKill = 4;
const port = await freePort();
/** Longer than anybody may be silent who is at work on an intent. */
const pastLeaseMs = 3 * 60_000;
const mostActions = 3;
const latestDeathMs = 400;

let world: KillableWorld;
beforeAll(async () => {
  world = await openKillableWorld(port);
});
afterAll(() => world.close());

it(`${kills} times kill -9 while people pay, seed ${seed}: all ends as the provider has it`, async () => {
  const chance = createChance(seed);
  const everybody: History[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const crowd = await createCrowd(world.app, peoplePerKill);
    const players = crowd.map(
      (owner) => new History(world, createChance(chance.below(2 ** 31)), [owner, undefined]),
    );
    everybody.push(...players);
    // Most have bought something when it happens.
    await Promise.all(players.map((player) => player.act(false)));
    await dieInBetween(players, chance);
    await world.advance(pastLeaseMs);
    await Promise.all(players.map((player) => player.finish()));
    expect(players.flatMap(({ answers }) => answers.faults)).toEqual([]);
    if ((kill + 1) % 25 === 0 || kill + 1 === kills) {
      await expectAgreement(everybody);
    }
  }
}, 1_800_000);

/** Each goes on until the product is gone. */
async function dieInBetween(players: readonly History[], chance: Chance): Promise<void> {
  const work = Promise.all(
    players.map(async (player) => {
      for (let action = 0; action < mostActions; action += 1) {
        await player.act(false);
      }
    }),
  );
  await sleep(chance.below(latestDeathMs));
  await world.kill();
  await work;
  await world.start();
}

/** Repeats each request without an answer until there is one. */
async function expectAgreement(players: readonly History[]): Promise<void> {
  await world.advance(pastLeaseMs);
  await Promise.all(players.map((player) => player.finish()));
  for (const player of players) {
    player.answers.expectAnswers();
  }
  expect(players.flatMap(({ answers }) => answers.faults)).toEqual([]);
  await world.advance(pastLeaseMs);
  // Jobs that wait for their time go by the database's clock, which has not moved.
  await hurryJobs(world.app.db);
  let wrong: string[] = [];
  // The product follows what has happened in its own time.
  for (let patience = 0; patience < 20; patience += 1) {
    wrong = await compareBooks(world.app, await world.readBooks());
    if (wrong.length === 0) {
      break;
    }
    await sleep(500);
  }
  wrong.push(...(await askForDrift(world.app)));
  if (wrong.length > 0) {
    wrong.push(...players.flatMap(({ log }) => log));
  }
  expect(wrong).toEqual([]);
}

import { afterAll, beforeAll, expect, it } from 'vitest';
import { chosenSeed } from '../harness/chance.ts';
import { type StripeEmulator, startEmulator } from '../payment-provider/stripe/emulator.ts';
import { compareChanges, findWrongSums } from './checks/sums.ts';
import { playHistories } from './rounds.ts';
import { soldPlans } from './sold-plans.ts';
import { openStripeWorld } from './stripe/stripe-world.ts';

/** More than 500 states in the long run, and some in each. */
const lots = process.env.HEARTH_LONG
  ? { lots: 6, histories: 16, rounds: 9, least: 90 }
  : { lots: 1, histories: 6, rounds: 3, least: 4 };

const seed = process.env.HEARTH_LONG ? chosenSeed() : 7;

let emulator: StripeEmulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());

it.each(Array.from({ length: lots.lots }, (_, index) => (seed + index) % 2 ** 31))(
  'every shown sum is what the provider collects, in random states of seed %i',
  async (ownSeed) => {
    const open = await openStripeWorld({ emulator, product: soldPlans(ownSeed) });
    // What operators do behind the product's back is not shown before it is found out.
    const { outside: _, operator: __, ...world } = { ...open, tamper: async () => undefined };
    let states = 0;
    try {
      const wrong = await playHistories([world], {
        seed: ownSeed,
        histories: lots.histories,
        rounds: lots.rounds,
        async inspect(players) {
          await world.settle();
          const found = await findWrongSums(world, players);
          states += found.states;
          const changes = await compareChanges(world, players, states % 2 ? 'pro' : 'enterprise');
          return [...found.wrong, ...changes];
        },
      });
      expect(wrong).toEqual([]);
      expect(states).toBeGreaterThanOrEqual(lots.least);
    } finally {
      await world.close();
    }
  },
  600_000,
);

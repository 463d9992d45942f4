import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosenSeed, createChance } from '../harness/chance.ts';
import { type StripeEmulator, startEmulator } from '../payment-provider/stripe/emulator.ts';
import { addTally, describeTally } from './planted.ts';
import { playHistories } from './rounds.ts';
import { soldPlans } from './sold-plans.ts';
import { expectCleanRequests } from './stripe/clean-requests.ts';
import { openStripeWorld } from './stripe/stripe-world.ts';

/**
 * A lot that failed is had again, alone, with the seed that it names:
 * `SEED=123 HEARTH_LONG=1 npx vitest run --project server stripe-histories -t 'lot 1 '`.
 */
const seed = chosenSeed();
const lots = 200;
const lot = { histories: 10, rounds: 8 };

describe('on the Stripe emulator', () => {
  let emulator: StripeEmulator;
  let wrongAccount: StripeEmulator;
  const tally = new Map<string, number>();
  beforeAll(async () => {
    emulator = await startEmulator();
    wrongAccount = await startEmulator();
  }, 120_000);
  afterAll(async () => {
    if (tally.size > 0) {
      process.stderr.write(`Stripe: done from outside: ${describeTally(tally)}.\n`);
    }
    await emulator.stop();
    await wrongAccount.stop();
  });

  it.each(
    Array.from({ length: lots }, (_, index) => ({
      lot: index + 1,
      seed: (seed + index) % 2 ** 31,
    })),
  )(
    `${lot.histories} histories, lot $lot with seed $seed, end as Stripe has it`,
    async ({ seed: ownSeed }) => {
      // Where no call fails by itself, each lost answer and each failed job is a fault of the product.
      const isShaky = ownSeed % 3 > 0;
      const world = await openStripeWorld({
        emulator,
        product: soldPlans(ownSeed),
        ...(isShaky && { wrongAccount, chance: createChance(ownSeed + 1) }),
      });
      const others = ownSeed % 4 === 0 ? [await world.openNeighbour()] : [];
      try {
        const wrong = await playHistories([world, ...others], { seed: ownSeed, ...lot });
        expect(wrong).toEqual([]);
        await expectCleanRequests(emulator);
      } finally {
        for (const { planted } of [world, ...others]) {
          addTally(tally, planted);
        }
        await world.close();
      }
    },
    300_000,
  );
});

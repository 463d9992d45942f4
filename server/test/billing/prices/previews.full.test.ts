import { expect, it } from 'vitest';
import { chosenSeed, createChance } from '../../harness/chance.ts';
import { expectCleanRequests } from '../../histories/stripe/clean-requests.ts';
import { openStripeWorld } from '../../histories/stripe/stripe-world.ts';
import { startEmulator } from '../../payment-provider/stripe/emulator.ts';
import { playPreviews } from './previews.ts';

/** Had again with `SEED=123 HEARTH_FULL=1 npx vitest run --project server server/test/billing/prices/previews.full.test.ts`. */
const seed = chosenSeed();
const lot = process.env.HEARTH_LONG ? { people: 25, changes: 500 } : { people: 8, changes: 24 };

it(`${lot.changes} random plan changes, seed ${seed}, cost what was shown, to the cent`, async () => {
  const emulator = await startEmulator();
  const world = await openStripeWorld({ emulator });
  try {
    const done = await playPreviews(world, createChance(seed), lot);
    expect(done).toBeGreaterThanOrEqual(lot.changes);
    await expectCleanRequests(emulator);
  } finally {
    await world.close();
    await emulator.stop();
  }
}, 1_800_000);

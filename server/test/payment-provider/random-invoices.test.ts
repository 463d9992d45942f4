import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chosenSeed, createChance } from '../harness/chance.ts';
import { playInvoices } from './random-invoices.ts';
import { type StripeEmulator, send, startEmulator } from './stripe/emulator.ts';
import { toRig } from './stripe/rig.ts';

/** Had again with `SEED=123 npx vitest run --project server server/test/payment-provider/random-invoices.test.ts`. */
const seed = chosenSeed();
const lots = process.env.HEARTH_LONG ? 13 : 1;
const lot = process.env.HEARTH_LONG ? { purchases: 40, changes: 40 } : { purchases: 4, changes: 4 };

describe(`random invoices, seed ${seed}`, () => {
  let emulator: StripeEmulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  beforeEach(async () => {
    await emulator.control('reset', {});
    // Its weekly prices do not say whether tax is added.
    await emulator.control('config', { tax: { defaultBehavior: 'exclusive' } });
  });
  afterAll(() => emulator.stop());

  it.each(Array.from({ length: lots }, (_, index) => index))(
    'of lot %i cost what was shown, and what our own sums say',
    async (index) => {
      const rig = {
        ...toRig(emulator),
        async setBalance(customerId: string, balance: number) {
          // Credit is a negative balance at Stripe.
          await send(emulator.url, `/v1/customers/${customerId}`, { balance: String(-balance) });
        },
      };
      const done = await playInvoices(rig, createChance(seed + index), lot);
      expect(done.changes).toBeGreaterThanOrEqual(lot.changes);
    },
    300_000,
  );
});

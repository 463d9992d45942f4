import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { chosenSeed, createChance } from '../harness/chance.ts';
import { type InvoiceRig, playInvoices } from './random-invoices.ts';
import { openSandboxRig } from './sandbox/rig.ts';
import { send, startEmulator } from './stripe/emulator.ts';
import { toRig } from './stripe/rig.ts';
import { addCodes } from './stripe/state.ts';

/** Had again with `SEED=123 npx vitest run --project server server/test/payment-provider/random-invoices.test.ts`. */
const seed = chosenSeed();
const lots = process.env.HEARTH_LONG ? 13 : 1;
const lot = process.env.HEARTH_LONG ? { purchases: 40, changes: 40 } : { purchases: 4, changes: 4 };

describe.each(Array.from({ length: lots }, (_, index) => index))(
  `random invoices, seed ${seed}, lot %i`,
  (index) => {
    it('cost what was shown in the sandbox, and what our own sums say', async () => {
      const rig = await openRandomSandbox();
      try {
        const done = await playInvoices(rig, createChance(seed + index), lot);
        expect(done.changes).toBeGreaterThanOrEqual(lot.changes);
      } finally {
        await rig.close();
      }
    }, 300_000);

    it('cost what was shown on the Stripe emulator, and what our own sums say', async () => {
      const rig = await openRandomStripe();
      try {
        const done = await playInvoices(rig, createChance(seed + index), lot);
        expect(done.changes).toBeGreaterThanOrEqual(lot.changes);
      } finally {
        await rig.close();
      }
    }, 300_000);
  },
);

async function openRandomSandbox(): Promise<InvoiceRig> {
  const rig = await openSandboxRig();
  return {
    ...rig,
    least: 0,
    // No debts: the sandbox has credit alone, which its table keeps from going below 0.
    balances: [1, 333, 5_000, 50_000],
    async setBalance(customerId, balance) {
      await sql`update sandbox.customers set credit = ${balance} where id = ${customerId}`.execute(
        rig.db,
      );
    },
  };
}

async function openRandomStripe(): Promise<InvoiceRig> {
  const emulator = await startEmulator();
  await addCodes(emulator);
  // Its weekly prices do not say whether tax is added.
  await emulator.control('config', { tax: { defaultBehavior: 'exclusive' } });
  return {
    ...toRig(emulator),
    least: 50,
    balances: [1, 333, 5_000, 50_000, -1, -40, -2_222],
    async setBalance(customerId, balance) {
      // Credit is a negative balance at Stripe.
      await send(emulator.url, `/v1/customers/${customerId}`, { balance: String(-balance) });
    },
    close: () => emulator.stop(),
  };
}

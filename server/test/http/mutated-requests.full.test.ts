import { appCall, defineCalls, signedIn } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { type AppServer, change, defineServer } from '../../src/for-app.ts';
import { notes } from '../app/notes/notes.ts';
import { type FuzzResult, fuzz } from '../fuzz/fuzz.ts';
import { type FuzzWorld, openFuzzWorld } from '../fuzz/fuzz-world.ts';
import { listTargets } from '../fuzz/targets.ts';
import { chosenSeed } from '../harness/chance.ts';

/**
 * A run is had again with the seed that it names: `SEED=123 npx vitest run --project server mutated-requests`.
 * Ids differ, since the product draws them itself.
 */
const seed = chosenSeed();
const requests = process.env.HEARTH_LONG ? 100_000 : 3_000;
const mostGrowthMb = 24;

/** Planted: any whole number of JSON is more than `int4` holds. */
const planted = defineCalls({
  keepFigure: appCall({
    method: 'POST',
    path: '/api/figures',
    access: signedIn,
    input: z.strictObject({ figure: z.int() }),
    output: z.object({}),
    refusals: [],
  }),
});
const { operations } = defineServer({
  contract: { calls: planted },
  operations: {
    keepFigure: change(planted.keepFigure, async ({ figure }, { tx }) => {
      await sql`select ${figure}::int4`.execute(tx);
      return {};
    }),
  },
});
const appServer: AppServer = {
  ...notes,
  contract: { ...notes.contract, calls: { ...notes.contract.calls, ...planted } },
  operations: { ...notes.operations, ...operations },
};

let world: FuzzWorld;
beforeAll(async () => {
  world = await openFuzzWorld(appServer);
});
afterAll(() => world.app.close());

it(`answers ${requests} requests mutated from the contract with no 5xx, hangs nowhere and keeps its memory`, async () => {
  const targets = listTargets(world.app, notes.contract.calls);
  const result = await fuzz(world, { targets, seed, requests });
  process.stderr.write(`Seed ${seed}: ${describeResult(result)}.\n`);
  expect(result.faults.join('\n')).toBe('');
  const [early = 0, late = 0] = result.heapMb;
  expect(late - early).toBeLessThan(mostGrowthMb);
}, 3_600_000);

it('finds a fault that is planted', async () => {
  const targets = listTargets(world.app, planted).filter(({ name }) => name === 'keepFigure');
  const { faults } = await fuzz(world, { targets, seed, requests: 300 });
  expect(faults.length).toBeGreaterThan(0);
});

function describeResult({ statuses, heapMb, seconds }: FuzzResult): string {
  const counts = [...statuses].sort().map(([status, count]) => `${status} ${count}`);
  return `${counts.join(', ')}; heap ${heapMb.join(' to ')} MB, ${Math.round(seconds)} s`;
}

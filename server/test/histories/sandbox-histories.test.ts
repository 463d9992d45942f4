import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { withFault, withFaultInJobs } from '../billing/support/payment-faults.ts';
import { billingInfo } from '../billing/support/payment-scenes.ts';
import { chosenSeed } from '../harness/chance.ts';
import { createCrowd } from '../harness/crowd.ts';
import { findStale } from './compare-books.ts';
import { addTally, describeTally } from './planted.ts';
import { playHistories } from './rounds.ts';
import { soldPlans } from './sold-plans.ts';
import { openSandboxWorld } from './world.ts';

/**
 * A lot that failed is had again, alone, with the seed that it names:
 * `SEED=123 npx vitest run --project server server/test/histories/sandbox-histories.test.ts -t 'lot 1 '`.
 */
const seed = chosenSeed();
// Random ones may find what is new at any time; that belongs to the long run.
const lots = process.env.HEARTH_LONG ? 82 : 0;
const perLot = 16;
const rounds = 9;
const tally = new Map<string, number>();
afterAll(() => {
  if (tally.size > 0) {
    process.stderr.write(`Sandbox: ${describeTally(tally)}.\n`);
  }
});

it.each(
  Array.from({ length: lots }, (_, index) => ({ lot: index + 1, seed: (seed + index) % 2 ** 31 })),
)(
  `${perLot} histories, lot $lot with seed $seed, end as the provider has it and nobody paid twice`,
  async ({ seed: ownSeed }) => {
    const world = await openSandboxWorld(soldPlans(ownSeed));
    try {
      expect(await playHistories([world], { seed: ownSeed, histories: perLot, rounds })).toEqual(
        [],
      );
    } finally {
      addTally(tally, world.planted);
      await world.close();
    }
  },
  300_000,
);

it('never shows what was read before over what was read later', async () => {
  const world = await openSandboxWorld();
  try {
    const [{ idToken } = expect.fail()] = await createCrowd(world.app, 1);
    const call = async (name: string, data: object) => {
      const answer = await world.call(name, { idToken, data, headers: {} });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().data;
    };
    const bought = { planId: 'pro', frequency: 'week', billingInfo: billingInfo() };
    const { subscriptionId } = await call('createSubscription', bought);
    const planId = 'enterprise';
    await world.app.app.runDue();
    // The job that follows what happened before has read it, and then all is different.
    const change = () =>
      withFault(undefined, () => call('changeSubscriptionPlan', { subscriptionId, planId }));
    const slow = { place: 'provider', step: 1, moment: 'after it acted', kind: 'slow' } as const;
    const { hasHappened } = await withFaultInJobs({ ...slow, meanwhile: change }, () =>
      world.app.app.runJobs(),
    );
    expect(hasHappened).toBe(true);
    expect(await findStale(world.app, await world.readBooks(), subscriptionId)).toEqual([]);
    // The old plan would have been shown, and recorded, for a moment.
    const { rows } = await sql`select id from audit_events
      where subject_id = ${subscriptionId} and action = 'subscription.plan-changed'`.execute(
      world.app.db,
    );
    expect(rows).toHaveLength(1);
  } finally {
    await world.close();
  }
});

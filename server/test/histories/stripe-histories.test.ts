import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playPreviews } from '../billing/prices/previews.ts';
import { chosenSeed, createChance } from '../harness/chance.ts';
import {
  pinnedVersion,
  type StripeEmulator,
  startEmulator,
} from '../payment-provider/stripe/emulator.ts';
import { addTally, describeTally } from './planted.ts';
import { playHistories } from './rounds.ts';
import { soldPlans } from './sold-plans.ts';
import { outsideKey } from './stripe/stripe-dashboard.ts';
import { openStripeWorld } from './stripe/stripe-world.ts';

/**
 * A lot that failed is had again, alone, with the seed that it names:
 * `SEED=123 npx vitest run --project server server/test/histories/stripe-histories.test.ts -t 'lot 1 '`.
 */
const seed = chosenSeed();
const isLong = Boolean(process.env.HEARTH_LONG);
const lots = isLong ? 200 : 0;
const lot = { histories: 10, rounds: 8 };
const previews = isLong ? { people: 8, changes: 100 } : { people: 4, changes: 8 };

/** Refusals of Stripe that are right: about cards, and about what time or another call has made impossible. */
const refusals = [
  /^Your card/,
  /^This payment requires additional user action/,
  /^No such subscription: /,
  // A purchase was declined while somebody looked.
  /^No such customer: /,
  // Somebody changed it in the dashboard between a reading and the request after it.
  /^No such subscription_item: /,
  /^No upcoming invoices for customer/,
  /^A canceled subscription can only update its cancellation_details and metadata/,
  /^Cannot add multiple subscription items with the same plan: /,
  /^This customer has no attached payment source or default payment method/,
  /^There is no `default_payment_method` set on this Customer or Invoice/,
  // Stripe has deleted the event at which the next page of events begins.
  /^No such object: 'evt_/,
  // The last redemption was another's a moment before.
  /^This promotion code is inactive or has expired/,
  /^The payment method you provided has already been attached to a customer/,
  // A default card is given back after the project was linked to another customer; it is logged.
  /^The customer does not have a payment method with the ID /,
  // An operator refunds what a bank has taken back meanwhile; the command says so.
  /^Charge ch_\w+ has been charged back/,
];

describe('on the Stripe emulator', () => {
  let emulator: StripeEmulator;
  let wrongAccount: StripeEmulator | undefined;
  const tally = new Map<string, number>();
  beforeAll(async () => {
    emulator = await startEmulator();
    wrongAccount = isLong ? await startEmulator() : undefined;
  }, 120_000);
  afterAll(async () => {
    if (tally.size > 0) {
      process.stderr.write(`Stripe: done from outside: ${describeTally(tally)}.\n`);
    }
    await emulator.stop();
    await wrongAccount?.stop();
  });

  it(`${previews.changes} random plan changes, seed ${seed}, cost what was shown`, async () => {
    const world = await openStripeWorld({ emulator });
    try {
      const done = await playPreviews(world, createChance(seed), previews);
      expect(done).toBeGreaterThanOrEqual(previews.changes);
      await expectCleanRequests();
    } finally {
      await world.close();
    }
  }, 300_000);

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
        await expectCleanRequests();
      } finally {
        for (const { planted } of [world, ...others]) {
          addTally(tally, planted);
        }
        await world.close();
      }
    },
    300_000,
  );

  /** Every request of ours is one that Stripe understands, and carries our key and the version. */
  async function expectCleanRequests(): Promise<void> {
    const requests = (await emulator.requests()).filter(({ path }) => path.startsWith('/v1/'));
    const ours = requests.filter(({ idem }) => !idem?.startsWith(outsideKey));
    const wrong = ours.filter(
      ({ status, error }) =>
        status !== undefined &&
        status >= 400 &&
        status < 500 &&
        ![409, 429].includes(status) &&
        !refusals.some((words) => words.test(error ?? '')),
    );
    expect(wrong).toEqual([]);
    const posts = ours.filter(({ method }) => method === 'POST');
    expect(posts.length).toBeGreaterThan(0);
    expect(posts.filter(({ idem }) => !idem || idem.startsWith('stripe-node'))).toEqual([]);
    expect(new Set(requests.map(({ version }) => version))).toEqual(new Set([pinnedVersion]));
  }
});

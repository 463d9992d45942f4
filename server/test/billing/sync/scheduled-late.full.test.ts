import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCrowd, signInAgain } from '../../harness/crowd.ts';
import type { Person } from '../../harness/wire-client.ts';
import { openStripeWorld, type StripeWorld } from '../../histories/stripe/stripe-world.ts';
import type { WorldAnswer } from '../../histories/world.ts';
import { type StripeEmulator, startEmulator } from '../../payment-provider/stripe/emulator.ts';
import { type Fault, withFault } from '../support/payment-faults.ts';
import { billingInfo, weekMs } from '../support/payment-scenes.ts';

const minuteMs = 60_000;
/** Calls of the provider in the request, and some more. */
const mostSteps = 8;
const downgrade = { cheaper: 'period-end' } as const;

function endOf(answer: WorldAnswer | undefined, now: Date): string {
  if (answer?.statusCode !== 200) {
    return 'refused';
  }
  return new Date(answer.json().data.at) <= now ? 'took effect' : 'scheduled';
}

describe('a scheduled change whose process died before it was stored', () => {
  let emulator: StripeEmulator;
  let world: StripeWorld;
  beforeAll(async () => {
    emulator = await startEmulator();
    const billing = { cancel: 'ask' as const, promotionCodes: false, downgrade };
    world = await openStripeWorld({ emulator, product: { billing } });
  });
  afterAll(async () => {
    await world.close();
    await emulator.stop();
  });

  const call = (name: string, { idToken }: Person, data: object) =>
    world.call(name, { idToken, data, headers: { 'idempotency-key': 'once' } });

  /** Enterprise is to become Pro at the end of the week, paid with another card. */
  async function begin(owner: Person, fault: Fault | undefined) {
    const data = { planId: 'enterprise', billingInfo: billingInfo() };
    const bought = await call('createSubscription', owner, data);
    const { subscriptionId } = bought.json().data;
    // In the second of its purchase a period may begin later than our clock says.
    await world.advance(1_000);
    const wanted = { planId: 'pro', billingInfo: billingInfo('pm_card_mastercard') };
    const ask = (person: Person) =>
      call('changeSubscriptionPlan', person, { subscriptionId, ...wanted });
    const { hasHappened } = await withFault(fault, () => ask(owner));
    return { ask, hasHappened, subscriptionId: String(subscriptionId) };
  }

  it('is answered as done only where it took effect at the end of the period, and else leaves the card', async () => {
    const faults = Array.from({ length: mostSteps }, (_, index): Fault => {
      return { place: 'provider', step: index + 1, moment: 'after it acted', kind: 'crash' };
    });
    const owners = await createCrowd(world.app, faults.length);
    const plays: Awaited<ReturnType<typeof begin>>[] = [];
    for (const [index, owner] of owners.entries()) {
      plays.push(await begin(owner, faults[index]));
    }
    await world.advance(weekMs + minuteMs);
    await world.settle();
    await world.settle();

    const again = await signInAgain(world.app, owners);
    const answers: WorldAnswer[] = [];
    for (const [index, { ask }] of plays.entries()) {
      answers.push(await ask(again[index] ?? expect.fail()));
    }
    const books = await world.readBooks();
    const now = world.app.clock.now();
    const ends = plays.map(({ subscriptionId }, index) => {
      const there = books.subscriptions.find(({ reference }) => reference === subscriptionId);
      const payer = books.customers.find(({ reference }) => reference === subscriptionId);
      return `${endOf(answers[index], now)}: ${there?.price} on ${payer?.card}`;
    });
    const crashed = ends.filter((_, index) => plays[index]?.hasHappened);
    expect([...new Set(crashed)].sort()).toEqual([
      'refused: 3000 on 4242',
      'scheduled: 3000 on 4444',
      'took effect: 1000 on 4444',
    ]);
  }, 240_000);
});

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { ProviderUnavailable } from '../../../src/modules/billing/port/payment-provider.ts';
import { createCrowd } from '../../harness/crowd.ts';
import { createOwnTestApp, openSecondApp, type TestApp } from '../../harness/test-app.ts';
import { callable, type Person } from '../../harness/wire-client.ts';
import { begin, kindsMailed, repeatEverything } from '../support/money-mails.ts';
import { openFaultyDatabase, withFault, wrapPayments } from '../support/payment-faults.ts';
import {
  billingInfo,
  createPaidSubscription,
  dayMs,
  settle,
  weekMs,
} from '../support/payment-scenes.ts';

const emptyCard = '4000 0000 0000 0341';
const asking = 'pm_card_authenticationRequired';
const pastLeaseMs = 3 * 60_000;
const minuteMs = 60_000;
const longMs = 120_000;
const isLong = Boolean(process.env.HEARTH_LONG);

/** The first reading after `arm` takes until `release`; until then nobody else can read. */
function createSlowReading() {
  let state: 'ready' | 'armed' | 'holding' = 'ready';
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const wrap = (real: PaymentProvider): PaymentProvider => ({
    ...real,
    async listInvoices(customerId, limit) {
      if (state === 'holding') {
        throw new ProviderUnavailable('away');
      }
      const invoices = await real.listInvoices(customerId, limit);
      if (state === 'armed') {
        state = 'holding';
        await released;
        state = 'ready';
      }
      return invoices;
    },
  });
  const arm = () => {
    state = 'armed';
  };
  return { wrap, arm, isHolding: () => state === 'holding', release: () => release() };
}

describe('what happened once, in mails', () => {
  it(
    'is told once in a year of one subscription',
    async () => {
      const app = await createOwnTestApp({});
      const scene = await begin(app);
      const visa = await scene.firstCard();
      const expected: string[] = ['receipt'];
      const expectTold = async (...more: string[]) => {
        expected.push(...more);
        expect(await kindsMailed(app, scene.owner())).toEqual(expected);
      };
      await expectTold();
      await scene.pass(10 * weekMs + minuteMs);
      await expectTold(...Array.from({ length: 10 }, () => 'receipt'));

      // Week 11 fails; the person comes after one more try.
      const empty = await scene.payWith(emptyCard);
      await scene.pass(weekMs);
      await expectTold('payment-failed');
      await scene.pass(4 * dayMs);
      await expectTold();
      await scene.choose(visa);
      await expectTold('receipt');

      // Up, with the bank's question; the next renewal has one too.
      const up = { planId: 'enterprise', billingInfo: billingInfo(asking) };
      await scene.confirm(await scene.call('changeSubscriptionPlan', up));
      await expectTold('receipt', 'plan-changed');
      await scene.pass(3 * dayMs);
      await expectTold('authentication-needed');
      await scene.confirm(await scene.call('resumePayment'));
      await expectTold('receipt');
      await scene.choose(visa);
      await scene.pass(10 * weekMs);
      await expectTold(...Array.from({ length: 10 }, () => 'receipt'));

      await scene.call('changeSubscriptionPlan', { planId: 'pro' });
      await expectTold('plan-changed');
      await scene.pass(20 * weekMs);
      await expectTold(...Array.from({ length: 20 }, () => 'receipt'));

      // The owner does nothing until it is closed.
      await scene.choose(empty);
      await scene.pass(weekMs);
      await expectTold('payment-failed');
      await scene.pass(4 * weekMs);
      await expectTold('subscription-unpaid');
      await scene.choose(visa);
      // Three weeks that were tried, and the one that runs.
      await expectTold(...Array.from({ length: 4 }, () => 'receipt'));
      await scene.pass(5 * weekMs);
      await expectTold(...Array.from({ length: 5 }, () => 'receipt'));

      await scene.call('cancelSubscription', { confirmationId: scene.subscriptionId });
      await expectTold('subscription-canceled');
      await scene.pass(4 * weekMs);
      await repeatEverything(app, 1);
      await expectTold();
    },
    longMs,
  );

  it('is told once where two processes read it at the same time', async () => {
    const app = await createOwnTestApp({});
    const second = await openSecondApp(app);
    const scene = await begin(app);
    await scene.payWith(emptyCard);
    app.clock.advance(weekMs + minuteMs);
    await Promise.all([settle(app), settle(second)]);
    await Promise.all([settle(app), settle(second)]);
    expect(await kindsMailed(app, scene.owner())).toEqual(['receipt', 'payment-failed']);
  });

  it.each([
    ['enterprise', ['receipt', 'plan-changed', 'receipt']],
    ['free', ['receipt', 'plan-changed']],
  ])('is not undone by who read before the change to %s', async (planId, kinds) => {
    const { wrap, arm, isHolding, release } = createSlowReading();
    const app = await createOwnTestApp({ payments: wrap });
    const scene = await begin(app);
    await settle(app);
    arm();
    const slow = repeatEverything(app, 1);
    await expect.poll(isHolding).toBe(true);
    const data = { subscriptionId: scene.subscriptionId, planId };
    const { idToken } = scene.owner();
    const answer = await callable(app, 'changeSubscriptionPlan', { data, idToken });
    expect(answer.statusCode).toBe(200);
    release();
    await slow;
    await settle(app);
    expect(await kindsMailed(app, scene.owner())).toEqual(kinds);
    const { rows } = await sql`select plan_id, status from subscriptions`.execute(app.db);
    expect(rows).toEqual([{ plan_id: planId, status: 'active' }]);
  });

  it.each(['provider', 'database'] as const)(
    'is told once when a crash comes at any step (%s)',
    async (place) => {
      const seams = { payments: wrapPayments, open: openFaultyDatabase };
      const app = await createOwnTestApp({ ...seams, logger: false });
      const [model = expect.fail()] = await createCrowd(app, 1);
      const { steps } = await withFault(undefined, await buyAndChange(app, model));
      const every = stride[place];
      const owners = await createCrowd(app, Math.ceil(steps[place] / every));
      expect(owners.length).toBeGreaterThanOrEqual(fewest[place]);
      for (const [at, owner] of owners.entries()) {
        const step = at * every + 1;
        const change = await buyAndChange(app, owner);
        await withFault({ place, step, moment: 'after it acted', kind: 'crash' }, change);
      }
      await settle(app);
      app.clock.advance(pastLeaseMs);
      await settle(app);
      await settle(app);
      const ends = await Promise.all(owners.map((owner) => readEnd(app, owner)));
      expect(ends).toContainEqual(changed);
      for (const end of ends) {
        // Only before the intent was written did nothing happen.
        expect([unheard, changed]).toContainEqual(end);
      }
    },
    longMs,
  );
});

/** Statements are many, and every fifth is enough to meet each transaction. */
const stride = isLong ? { provider: 1, database: 5 } : { provider: 1, database: 12 };
/** A change of the price is one step at the provider. */
const fewest = { provider: 1, database: 3 };
const unheard = { plan: 'pro', kinds: ['receipt'] };
const changed = { plan: 'enterprise', kinds: ['plan-changed', 'receipt', 'receipt'] };

async function buyAndChange(app: TestApp, { idToken }: Pick<Person, 'idToken'>) {
  const subscriptionId = await createPaidSubscription(app, { idToken });
  const data = { subscriptionId, planId: 'enterprise' };
  return () => callable(app, 'changeSubscriptionPlan', { data, idToken });
}

/** In any order. */
async function readEnd(app: TestApp, owner: Person) {
  const { rows } = await sql<{ plan: string }>`
    select plan_id as plan from subscriptions where owner_id = ${owner.uid}`.execute(app.db);
  return { plan: rows[0]?.plan, kinds: (await kindsMailed(app, owner)).sort() };
}

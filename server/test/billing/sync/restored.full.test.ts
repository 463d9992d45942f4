import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCrowd } from '../../harness/crowd.ts';
import { hurryJobs } from '../../harness/hurry-jobs.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { openSecondApp } from '../../harness/test-app.ts';
import { callable } from '../../harness/wire-client.ts';
import { backUp, restore } from '../../histories/backup.ts';
import { compareBooks } from '../../histories/compare-books.ts';
import { askStripe } from '../../histories/stripe/stripe-dashboard.ts';
import { openStripeWorld } from '../../histories/stripe/stripe-world.ts';
import type { World } from '../../histories/world.ts';
import { type StripeEmulator, startEmulator } from '../../payment-provider/stripe/emulator.ts';
import { withFault } from '../support/payment-faults.ts';
import { billingInfo, createPaidSubscription, settle } from '../support/payment-scenes.ts';

const minuteMs = 60_000;

describe('a backup that was restored', () => {
  let emulator: StripeEmulator;
  let world: World;
  beforeAll(async () => {
    emulator = await startEmulator();
    world = await openStripeWorld({ emulator });
  });
  afterAll(async () => {
    await world.close();
    await emulator.stop();
  });

  it('finds a purchase made since then before it sells the plan again', async () => {
    const { app } = world;
    const [ada = expect.fail()] = await createCrowd(app, 1);
    const created = await callable(app, 'createSubscription', { ...ada, data: { planId: 'free' } });
    const { subscriptionId } = created.json().data;
    await world.settle();
    await backUp(app);
    const data = { subscriptionId, planId: 'pro', billingInfo: billingInfo() };
    const bought = await callable(app, 'changeSubscriptionPlan', { ...ada, data });
    expect(bought.statusCode, bought.body).toBe(200);
    await world.settle();
    await restore(app);

    await world.advance(5 * minuteMs);
    const second = await openSecondApp(app);
    const again = await callable(second, 'changeSubscriptionPlan', { ...ada, data });

    expect(again.json().error?.details.code, again.body).toBe('billing/preview-outdated');
    await world.settle();
    expect(await planOf(app, subscriptionId)).toBe('pro');
    const { subscriptions } = await world.readBooks();
    const running = subscriptions.filter(({ reference }) => reference === subscriptionId);
    expect(running.map(({ status }) => status)).toEqual(['active']);
  });

  it('finds a purchase on the customer of before, whose earlier subscription was ended since', async () => {
    const { app } = world;
    const [ada = expect.fail()] = await createCrowd(app, 1);
    const subscriptionId = await createPaidSubscription(app, ada);
    // In the second of its purchase a period may begin later than our clock says.
    await world.advance(1_000);
    const change = (planId: string, to = app) =>
      callable(to, 'changeSubscriptionPlan', { ...ada, data: { subscriptionId, planId } });
    expect((await change('free')).statusCode).toBe(200);
    await world.settle();
    await backUp(app);
    const { subscriptions: before } = await world.readBooks();
    const free = before.find(({ reference }) => reference === subscriptionId) ?? expect.fail();
    await askStripe(emulator.url, `DELETE subscriptions/${free.id}`);
    await world.settle();
    expect((await change('pro')).statusCode).toBe(200);
    await world.settle();
    await restore(app);

    const second = await openSecondApp(app);
    // Reads the project at Stripe, where the subscription that the row names is gone.
    await callable(second, 'resumePayment', { ...ada, data: { subscriptionId } });
    const again = await change('pro', second);

    expect(again.json().error?.details.code, again.body).toBe('billing/preview-outdated');
    await world.settle();
    expect(await planOf(app, subscriptionId)).toBe('pro');
    const { subscriptions } = await world.readBooks();
    const own = subscriptions.filter(({ reference }) => reference === subscriptionId);
    expect(own.map(({ status }) => status).sort()).toEqual(['active', 'canceled']);
  });

  it('buys on another customer than a purchase made since then, which a declined one had left', async () => {
    const { app } = world;
    const [ada = expect.fail()] = await createCrowd(app, 1);
    const buy = (card: string, from = app) => {
      const data = { planId: 'pro', billingInfo: billingInfo(card) };
      return callable(from, 'createSubscription', { ...ada, data });
    };
    expect((await buy('pm_card_chargeCustomerFail')).statusCode).toBe(400);
    await world.settle();
    await backUp(app);
    const lost = (await buy('pm_card_visa')).json().data.subscriptionId;
    await world.settle();
    await restore(app);

    const second = await openSecondApp(app);
    const bought = (await buy('pm_card_mastercard', second)).json().data.subscriptionId;

    const { subscriptions } = await world.readBooks();
    const customerOf = (id: string) =>
      subscriptions.find(({ reference }) => reference === id)?.customerId;
    expect(customerOf(lost)).toEqual(expect.any(String));
    expect(customerOf(bought)).toEqual(expect.any(String));
    expect(customerOf(bought)).not.toBe(customerOf(lost));
  });

  it('gives up a purchase that still waits for the bank when its project was canceled after the restore', async () => {
    const { app } = world;
    const [ada = expect.fail()] = await createCrowd(app, 1);
    const created = await callable(app, 'createSubscription', { ...ada, data: { planId: 'free' } });
    const { subscriptionId } = created.json().data;
    await world.settle();
    await backUp(app);
    const info = billingInfo('pm_card_authenticationRequiredOnSetup');
    const data = { subscriptionId, planId: 'pro', billingInfo: info };
    const waiting = await callable(app, 'changeSubscriptionPlan', { ...ada, data });
    expect(waiting.json().data.clientSecret).toEqual(expect.any(String));
    await world.settle();
    await restore(app);

    const cancel = { subscriptionId, confirmationId: subscriptionId };
    const canceled = await callable(app, 'cancelSubscription', { ...ada, data: cancel });
    expect(canceled.statusCode, canceled.body).toBe(200);
    await world.advance(10 * minuteMs);
    await world.settle();
    await hurryJobs(app.db);
    await world.settle();

    const { customers, subscriptions } = await world.readBooks();
    const lost = subscriptions.filter(({ reference }) => reference === subscriptionId);
    expect(lost.map(({ status }) => status)).toEqual(['canceled']);
    expect(customers.filter(({ reference }) => reference === subscriptionId)).toEqual([]);
  });

  it('links purchases of projects that nobody touches, and removes no customer who pays', async () => {
    const { app } = world;
    const [ada = expect.fail(), bob = expect.fail()] = await createCrowd(app, 2);
    const created = await callable(app, 'createSubscription', { ...ada, data: { planId: 'free' } });
    const { subscriptionId } = created.json().data;
    await world.settle();
    await backUp(app);
    const data = { subscriptionId, planId: 'enterprise', billingInfo: billingInfo() };
    expect((await callable(app, 'changeSubscriptionPlan', { ...ada, data })).statusCode).toBe(200);
    const lostId = await createPaidSubscription(app, bob);
    await world.settle();
    await restore(app);

    await world.advance(10 * minuteMs);
    await world.settle();
    await hurryJobs(app.db);
    await world.settle();

    expect(await planOf(app, subscriptionId)).toBe('enterprise');
    const { customers, subscriptions } = await world.readBooks();
    // The project that was founded since then is gone; whoever pays for it is left for a person.
    expect(subscriptions.find(({ reference }) => reference === lostId)?.status).toBe('active');
    expect(customers.some(({ reference }) => reference === lostId)).toBe(true);
    const wrong = await compareBooks(app, await world.readBooks());
    expect(wrong.filter((sentence) => sentence.startsWith(subscriptionId))).toEqual([]);
  });

  it.each([
    ['after which Stripe has forgotten its keys', 25 * 60 * minuteMs, false],
    ['on a customer that a declined card had left', 5 * minuteMs, true],
    ['on such a customer, after which Stripe has forgotten its keys', 25 * 60 * minuteMs, true],
  ])(
    'keeps a project whose first payment was under way, and has gone through since, %s',
    async (_when, ms, wasDeclined) => {
      const { app } = world;
      const [ada = expect.fail()] = await createCrowd(app, 1);
      const buy = (card: string) => {
        const data = { planId: 'pro', billingInfo: billingInfo(card) };
        return callable(app, 'createSubscription', { ...ada, data });
      };
      if (wasDeclined) {
        expect((await buy('pm_card_chargeCustomerFail')).statusCode).toBe(400);
        await world.settle();
      }
      const crash = {
        place: 'provider',
        step: 1,
        moment: 'before it acted',
        kind: 'crash',
      } as const;
      await withFault(crash, () => buy('pm_card_visa'));
      const { rows } = await sql<{ id: string }>`
      select id from subscriptions where owner_id = ${ada.uid}`.execute(app.db);
      const { id } = rows[0] ?? expect.fail();
      await backUp(app);
      await world.advance(5 * minuteMs);
      await world.settle();
      expect(await statusOf(app, id)).toBe('active');
      await restore(app);
      expect(await statusOf(app, id)).toBe('incomplete');

      await world.advance(ms);
      await settle(await openSecondApp(app));

      expect(await statusOf(app, id)).toBe('active');
      const { subscriptions } = await world.readBooks();
      const running = subscriptions.filter(
        ({ reference, status }) => reference === id && status !== 'canceled',
      );
      expect(running.map(({ status }) => status)).toEqual(['active']);
      const wrong = await compareBooks(app, await world.readBooks());
      expect(wrong.filter((sentence) => sentence.includes(id))).toEqual([]);
    },
  );
});

async function planOf({ db }: TestApp, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ plan_id: string }>`
    select plan_id from subscriptions where id = ${id}`.execute(db);
  return rows[0]?.plan_id;
}

async function statusOf({ db }: TestApp, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ status: string }>`
    select status from subscriptions where id = ${id}`.execute(db);
  return rows[0]?.status;
}

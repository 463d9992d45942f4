import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isComparedSince } from '../../src/modules/billing/records/restore-store.ts';
import { billingInfo, createPaidSubscription, settle } from '../billing/support/payment-scenes.ts';
import { beginTrial, buy, proMonth } from '../billing/support/trial-scene.ts';
import { away, createUnrulyProvider, reject } from '../billing/support/unruly-provider.ts';
import { createCrowd, signInAgain } from '../harness/crowd.ts';
import { createEventLog } from '../harness/logged-events.ts';
import { withTrial } from '../harness/plan-prices.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createVerifiedPerson,
  expectRefusal,
  type Person,
} from '../harness/wire-client.ts';
import { openStripeWorld } from '../histories/stripe/stripe-world.ts';
import type { World } from '../histories/world.ts';
import {
  type StripeEmulator,
  startEmulator,
  stripeEnvironment,
} from '../payment-provider/stripe/emulator.ts';
import { backUp, openRestored, restoreElsewhere } from './scene.ts';

describe('money in the sandbox after a restore', () => {
  it('is charged once the list was compared; for a project that differs, once it was compared by itself', async () => {
    const app = await createOwnTestApp({ logger: false });
    const [ada = expect.fail(), bob = expect.fail()] = await createCrowd(app, 2);
    const ids = [await createPaidSubscription(app, ada), await createPaidSubscription(app, bob)];
    const [differing = '', same = ''] = ids;
    await settle(app);
    const { place } = await restoreElsewhere(app, await backUp(app));
    const restored = await openRestored(app, place);
    const people = await signInAgain(restored, [ada, bob]);
    const [ada2 = expect.fail(), bob2 = expect.fail()] = people;
    const change = (subscriptionId: string, { idToken }: Person) =>
      callable(restored, 'changeSubscriptionPlan', {
        idToken,
        data: { subscriptionId, planId: 'enterprise' },
      });
    expectRefusal(await change(same, bob2), 'billing/provider-unavailable');

    const at = restored.clock.now();
    await sql`
      insert into orphan_searches (provider, begun_at) values ('stripe', ${at})`.execute(
      restored.db,
    );
    await sql`
      update billing_accounts set compare_at = ${at}, differs_since = ${at}
      where subscription_id = ${differing}`.execute(restored.db);
    expectRefusal(await change(differing, ada2), 'billing/provider-unavailable');
    expect((await change(same, bob2)).statusCode).toBe(200);

    restored.clock.advance(61 * 60_000);
    await settle(restored);
    await settle(restored);
    expect(await plansOf(restored)).toEqual({ [differing]: 'enterprise', [same]: 'enterprise' });
    expect(await isReconciled(restored)).toBe(true);
  });

  /** A restored copy of a product with one paid project, whose provider fails as the steps say. */
  async function openFailing() {
    const app = await createOwnTestApp({ logger: false });
    const [ada = expect.fail()] = await createCrowd(app, 1);
    const id = await createPaidSubscription(app, ada);
    await settle(app);
    const { place } = await restoreElsewhere(app, await backUp(app));
    const { steps, wrap } = createUnrulyProvider();
    const restored = await openRestored(app, place, { payments: wrap, logger: false });
    return { ada, id, restored, steps };
  }

  it('is not taken from a project that differs while its comparison fails', async () => {
    const { ada, id, restored, steps } = await openFailing();
    await sql`update subscriptions set plan_id = 'free' where id = ${id}`.execute(restored.db);
    steps.set('readSubscription', away);
    await settle(restored);
    steps.clear();
    expect(await isReconciled(restored)).toBe(false);
    const [payer = expect.fail()] = await signInAgain(restored, [ada]);
    const data = { subscriptionId: id, planId: 'enterprise' };
    const change = () =>
      callable(restored, 'changeSubscriptionPlan', { idToken: payer.idToken, data });
    expectRefusal(await change(), 'billing/provider-unavailable');

    restored.clock.advance(61 * 60_000);
    await settle(restored);
    expect(await isReconciled(restored)).toBe(true);
  });

  it('is not taken for a project while its lost purchase cannot be linked', async () => {
    const { id, restored, steps } = await openFailing();
    await sql`delete from billing_accounts where subscription_id = ${id}`.execute(restored.db);
    await sql`delete from provider_events`.execute(restored.db);
    steps.set('readCustomer', reject);
    await settle(restored);
    steps.clear();
    expect(await isReconciled(restored)).toBe(false);
    const mayCharge = (project: string) => isComparedSince(restored.db, project);
    expect(await mayCharge(id)).toBe(false);
    expect(await mayCharge('another')).toBe(true);

    restored.clock.advance(61 * 60_000);
    await settle(restored);
    await settle(restored);
    expect(await isReconciled(restored)).toBe(true);
    expect(await mayCharge(id)).toBe(true);
  });
});

describe('a trial that the restored backup has lost', () => {
  /** A restored copy whose project is on Free and knows of no trial, though one runs at the provider, or is over. */
  async function openForgetful(days: number) {
    const app = await createOwnTestApp({ logger: false, product: withTrial() });
    const { owner, subscriptionId, passDays } = await beginTrial(app);
    await passDays(days);
    const bob = await createVerifiedPerson(app);
    const { place } = await restoreElsewhere(app, await backUp(app));
    const restored = await openRestored(app, place, { logger: false, product: withTrial() });
    await sql`update subscriptions set plan_id = 'free'`.execute(restored.db);
    await sql`delete from trials`.execute(restored.db);
    return { subscriptionId, restored, owner: owner(), bob };
  }

  it('is noted when its owner begins another one first', async () => {
    const { subscriptionId, restored, owner } = await openForgetful(1);
    await sql`update billing_accounts set provider_subscription_id = null, items = null`.execute(
      restored.db,
    );
    const [payer = expect.fail()] = await signInAgain(restored, [owner]);
    const data = { ...proMonth, subscriptionId, billingInfo: billingInfo(), trial: true };
    const { idToken } = payer;
    const asked = await callable(restored, 'changeSubscriptionPlan', { idToken, data });
    expectRefusal(asked, 'billing/preview-outdated');
    const { rows } = await sql<{ kind: string }>`
      select kind from trials where subscription_id = ${subscriptionId} order by kind`.execute(
      restored.db,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['account', 'card', 'email']);
  });

  it('is noted again with its project, for its owner and its card', async () => {
    const { subscriptionId, restored, owner, bob } = await openForgetful(15);
    for (const table of ['billing_accounts', 'provider_events']) {
      await sql`delete from ${sql.table(table)}`.execute(restored.db);
    }
    for (let turn = 0; turn < 5 && !(await isReconciled(restored)); turn += 1) {
      restored.clock.advance(61 * 60_000);
      await settle(restored);
    }
    expect(await plansOf(restored)).toEqual({ [subscriptionId]: 'pro' });

    const again = await signInAgain(restored, [owner, bob]);
    for (const person of again) {
      expectRefusal(await buy(restored, person, { trial: true }), 'billing/trial-used');
    }
  });
});

describe('money after a restore', () => {
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

  const data = (subscriptionId: string) => ({
    subscriptionId,
    planId: 'pro',
    billingInfo: billingInfo(),
  });
  const pay = (app: TestApp, idToken: string, subscriptionId: string) =>
    callable(app, 'changeSubscriptionPlan', { idToken, data: data(subscriptionId) });

  /** Requests that may have taken money. */
  async function countCharges(): Promise<number> {
    const requests = await emulator.requests();
    return requests.filter(
      ({ method, path }) => method === 'POST' && /^\/v1\/subscriptions(\/|$)/.test(path),
    ).length;
  }

  it('is taken from nobody before purchases since the backup are known, and then again', async () => {
    const { app } = world;
    const crowd = await createCrowd(app, 3);
    const [ada = expect.fail(), bob = expect.fail(), cy = expect.fail()] = crowd;
    const bought = await createFreeSubscription(app, ada);
    const unsold = await createFreeSubscription(app, bob);
    const unwanted = await createFreeSubscription(app, cy);
    await world.settle();
    const file = await backUp(app);
    expect((await pay(app, ada.idToken, bought)).statusCode).toBe(200);
    expect((await pay(app, cy.idToken, unwanted)).statusCode).toBe(200);
    await world.settle();
    await app.app.close();

    const { place, out } = await restoreElsewhere(app, file);
    expect(out).toContain('Payments: nothing is charged until the next start');
    const { events, logger } = createEventLog();
    const { payments } = app.config;
    const apiBase = payments.provider === 'stripe' ? payments.apiBase : undefined;
    const env = { ...stripeEnvironment(apiBase ?? ''), STRIPE_REQUESTS_PER_SECOND: '1000' };
    const restored = await openRestored(app, place, { env, logger });
    const [ada2 = expect.fail(), bob2 = expect.fail(), cy2 = expect.fail()] = await signInAgain(
      restored,
      crowd,
    );
    const before = await countCharges();
    expectRefusal(await pay(restored, bob2.idToken, unsold), 'billing/provider-unavailable');
    // Her own purchase is found on the way.
    expectRefusal(await pay(restored, ada2.idToken, bought), 'billing/preview-outdated');
    expect(await countCharges()).toBe(before);
    const canceled = await callable(restored, 'cancelSubscription', {
      idToken: cy2.idToken,
      data: { subscriptionId: unwanted, confirmationId: unwanted },
    });
    expect(canceled.statusCode).toBe(200);

    for (let turn = 0; turn < 5 && events('restored backup reconciled').length === 0; turn += 1) {
      await settle(restored);
    }
    expect(events('restored backup reconciled')).toHaveLength(1);
    restored.clock.advance(10 * 60_000);
    await settle(restored);
    await settle(restored);

    expect(await plansOf(restored)).toMatchObject({ [bought]: 'pro', [unsold]: 'pro' });
    const { subscriptions } = await world.readBooks();
    for (const id of [bought, unsold]) {
      const own = subscriptions.filter(({ reference }) => reference === id);
      expect(own.map(({ status }) => status)).toEqual(['active']);
    }
    const ended = subscriptions.filter(({ reference }) => reference === unwanted);
    expect(ended.map(({ status }) => status)).toEqual(['canceled']);
  });
});

async function isReconciled({ db }: TestApp): Promise<boolean> {
  const { rows } = await sql`select from restores where reconciled_at is null`.execute(db);
  return rows.length === 0;
}

async function plansOf({ db }: TestApp): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: string; plan: string }>`
    select id, plan_id as plan from subscriptions`.execute(db);
  return Object.fromEntries(rows.map(({ id, plan }) => [id, plan]));
}

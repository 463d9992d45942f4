import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import {
  answerChallenge,
  atProvider,
  billingInfo,
  createPaidSubscription,
  expectDone,
  findAtProvider,
  readSubscription,
  settle,
} from '../support/payment-scenes.ts';
import { away, createUnrulyProvider, reject } from '../support/unruly-provider.ts';

describe('what gives way to a cancellation', () => {
  let app: TestApp;
  const { steps, wrap } = createUnrulyProvider();
  beforeAll(async () => {
    app = await createTestApp({ payments: wrap, logger: false });
  });
  afterEach(() => steps.clear());
  afterAll(() => app.close());

  const minuteMs = 60_000;
  const cancel = (subscriptionId: string, by: Person, headers = {}) =>
    callable(app, 'cancelSubscription', {
      headers,
      idToken: by.idToken,
      data: { subscriptionId, confirmationId: subscriptionId },
    });

  it('change open for five minutes: superseded, and never carried out', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    steps.set('changePrices', away);
    const headers = { 'idempotency-key': 'one-change' };
    const data = { subscriptionId, planId: 'enterprise' };
    const change = () => callable(app, 'changeSubscriptionPlan', { ...ada, data, headers });
    expectRefusal(await change(), 'billing/provider-unavailable');
    expectRefusal(await cancel(subscriptionId, ada), 'billing/under-way');

    app.clock.advance(6 * minuteMs);
    expectDone(await cancel(subscriptionId, ada));
    steps.clear();
    await settle(app);
    expectRefusal(await change(), 'subscription/canceled');
    const { subscriptions, invoices } = await atProvider(app, subscriptionId);
    expect(subscriptions).toEqual(['canceled']);
    expect(invoices.map(({ status, total }) => [status, total])).toEqual([['paid', 1_000]]);
  });

  it('is not a first payment that succeeds meanwhile; a second request cancels what was paid', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createFreeSubscription(app, ada);
    const data = {
      subscriptionId,
      planId: 'pro',
      billingInfo: billingInfo('pm_card_authenticationRequired'),
    };
    const asked = expectDone(await callable(app, 'changeSubscriptionPlan', { ...ada, data }));
    steps.set('giveUpSubscription', async (act) => {
      await answerChallenge(app, String(asked.clientSecret), true);
      return await act();
    });
    const headers = { 'idempotency-key': 'one-cancellation' };
    expectRefusal(await cancel(subscriptionId, ada, headers), 'billing/under-way');
    expect(await readSubscription(app, subscriptionId, ada)).toMatchObject({ plan_id: 'pro' });
    expectDone(await cancel(subscriptionId, ada, headers));
    expect(await findDrift(app, subscriptionId)).toEqual([]);
  });

  describe('but not what has been paid and died before it was written down', () => {
    const activity = async (subscriptionId: string) => {
      const { rows } = await sql<{ action: string }>`
        select action from audit_events
        where subject_id = ${subscriptionId} order by id`.execute(app.db);
      return rows.map(({ action }) => action);
    };
    const actAndDie = async (act: () => Promise<unknown>) => {
      await act();
      return await away();
    };
    const headers = { 'idempotency-key': 'one-payment' };

    /** Six minutes ago, on a plan that is paid. */
    const beginChange = async () => {
      const ada = await createPerson(app);
      const subscriptionId = await createPaidSubscription(app, ada);
      steps.set('changePrices', actAndDie);
      const data = { subscriptionId, planId: 'enterprise' };
      const change = () => callable(app, 'changeSubscriptionPlan', { ...ada, data, headers });
      expectRefusal(await change(), 'billing/provider-unavailable');
      app.clock.advance(6 * minuteMs);
      return { ada, subscriptionId, change };
    };

    it('a purchase', async () => {
      const ada = await createPerson(app);
      steps.set('startSubscription', actAndDie);
      const data = { planId: 'pro', billingInfo: billingInfo() };
      const buy = () => callable(app, 'createSubscription', { ...ada, data, headers });
      expectRefusal(await buy(), 'billing/provider-unavailable');
      steps.clear();
      app.clock.advance(6 * minuteMs);
      const { rows } = await sql<{ id: string }>`
        select id from subscriptions where owner_id = ${ada.uid}`.execute(app.db);
      const subscriptionId = rows[0]?.id ?? expect.fail();

      expectDone(await cancel(subscriptionId, ada));

      expect(expectDone(await buy())).toMatchObject({ subscriptionId });
      expect(await activity(subscriptionId)).toEqual([
        'subscription.created',
        'billing.payment-received',
        'subscription.canceled',
      ]);
      await settle(app);
      expect(await findDrift(app)).toEqual([]);
    });

    it('a change, once the provider answers', async () => {
      const { ada, subscriptionId, change } = await beginChange();
      expectRefusal(await cancel(subscriptionId, ada), 'billing/provider-unavailable');
      steps.clear();

      expectDone(await cancel(subscriptionId, ada));

      expectDone(await change());
      expect(await activity(subscriptionId)).toEqual([
        'subscription.created',
        'billing.payment-received',
        'subscription.plan-changed',
        'billing.payment-received',
        'subscription.canceled',
      ]);
      await settle(app);
      expect(await findDrift(app)).toEqual([]);
    });

    it('a change, unless the provider will never answer', async () => {
      const { ada, subscriptionId, change } = await beginChange();
      steps.set('changePrices', reject);
      expectDone(await cancel(subscriptionId, ada));
      steps.set('changePrices', away);
      expectRefusal(await change(), 'subscription/canceled');
      const { subscriptions } = await atProvider(app, subscriptionId);
      expect(subscriptions).toEqual(['canceled']);
    });
  });

  it('is a purchase that died with its customer just made, who is removed', async () => {
    const ada = await createPerson(app);
    steps.set('createCustomer', async (act) => {
      await act();
      return await away();
    });
    const data = { planId: 'pro', billingInfo: billingInfo() };
    const bought = await callable(app, 'createSubscription', { ...ada, data });
    expectRefusal(bought, 'billing/provider-unavailable');
    app.clock.advance(6 * minuteMs);
    const again = await signIn(app, ada);
    const { rows } = await sql<{ id: string }>`
      select id from subscriptions where owner_id = ${ada.uid}`.execute(app.db);
    const id = rows[0]?.id ?? expect.fail();
    expect(await findAtProvider(app, id)).toBeDefined();
    expectDone(await cancel(id, again));
    await settle(app);
    expect(await findAtProvider(app, id)).toBeUndefined();
    expect(await findDrift(app, id)).toEqual([]);
  });

  it('is a first payment that comes too late, and nothing runs on for it', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createFreeSubscription(app, ada);
    steps.set('startSubscription', async (act) => {
      app.clock.advance(6 * minuteMs);
      expectDone(await cancel(subscriptionId, await signIn(app, ada)));
      return await act();
    });
    const data = { subscriptionId, planId: 'pro', billingInfo: billingInfo() };
    const answer = await callable(app, 'changeSubscriptionPlan', { ...ada, data });
    expectRefusal(answer, 'subscription/canceled');
    await settle(app);
    expect((await atProvider(app, subscriptionId)).subscriptions).toEqual(['canceled']);
    const again = await signIn(app, ada);
    expect(await readSubscription(app, subscriptionId, again)).toMatchObject({
      status: 'canceled',
      plan_id: 'free',
    });
  });

  it('is not the going of an old owner’s cards, which is done beside it', async () => {
    const [ada, grace] = [await createPerson(app), await createPerson(app, 'Grace')];
    const subscriptionId = await createPaidSubscription(app, ada);
    await addMember(app, { subscriptionId, uid: grace.uid, permissions: ['access', 'admin'] });
    const data = { subscriptionId, newOwnerId: grace.uid };
    expectDone(await callable(app, 'transferSubscriptionOwnership', { ...ada, data }));
    steps.set('detachCard', reject);
    await settle(app);
    expectDone(await cancel(subscriptionId, grace));
    expect(await readSubscription(app, subscriptionId, grace)).toMatchObject({
      status: 'canceled',
    });
    expect((await atProvider(app, subscriptionId)).cards).toEqual(['4242']);

    steps.clear();
    app.clock.advance(6 * minuteMs);
    await settle(app);
    expect(await atProvider(app, subscriptionId)).toMatchObject({
      subscriptions: ['canceled'],
      cards: [],
      details: null,
    });
    const { rows } = await sql`select id from intents where status = 'open'`.execute(app.db);
    expect(rows).toEqual([]);
  });
});

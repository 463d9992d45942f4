import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal, signIn } from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import {
  atProvider,
  billingInfo,
  createPaidSubscription,
  expectDone,
  readSubscription,
  settle,
  typeCard,
} from '../support/payment-scenes.ts';
import { openDashboard } from '../support/sandbox-dashboard.ts';
import { away, createUnrulyProvider, reject } from '../support/unruly-provider.ts';

const dayMs = 24 * 3_600_000;

describe('a purchase or change that was paid, and ended at the provider before it was stored here', () => {
  let app: TestApp;
  let provider: PaymentProvider;
  const { steps, wrap } = createUnrulyProvider();
  beforeAll(async () => {
    app = await createTestApp({
      payments: (real) => {
        provider = real;
        return wrap(real);
      },
      logger: false,
    });
  });
  afterEach(() => steps.clear());
  afterAll(() => app.close());

  it('is a canceled project with its invoice, so that what was paid is found', async () => {
    const ada = await createPerson(app);
    steps.set('startSubscription', async (act) => {
      await act();
      return await away();
    });
    const data = { planId: 'pro', billingInfo: billingInfo() };
    const headers = { 'idempotency-key': 'one-purchase' };
    const bought = await callable(app, 'createSubscription', { ...ada, data, headers });
    expectRefusal(bought, 'billing/provider-unavailable');
    steps.clear();
    const { rows } = await sql<{ id: string; customer: string }>`
      select s.id, b.customer_id as customer from subscriptions s
      join billing_accounts b on b.subscription_id = s.id
      where s.owner_id = ${ada.uid}`.execute(app.db);
    const { id: subscriptionId, customer } = rows[0] ?? expect.fail();
    const [running] = await provider.listSubscriptions(customer);
    await provider.endSubscription({ key: 'by-operator', id: running?.id ?? expect.fail() });

    app.clock.advance(2 * dayMs);
    await settle(app);
    await settle(app);

    const { idToken } = await signIn(app, ada);
    const again = await callable(app, 'createSubscription', { idToken, data, headers });
    expect(expectDone(again)).toMatchObject({ subscriptionId });
    const shown = await readSubscription(app, subscriptionId, { ...ada, idToken });
    expect(shown).toMatchObject({ status: 'canceled' });
    const invoices = await sql<{ status: string }>`
      select status from invoices where subscription_id = ${subscriptionId}`.execute(app.db);
    expect(invoices.rows).toEqual([{ status: 'paid' }]);
    expect(await findDrift(app, subscriptionId)).toEqual([]);
  });

  it.each([
    { memory: 'remembers', answer: undefined },
    { memory: 'has forgotten', answer: reject },
  ])(
    'is a canceled project on the plan that it was moved to, where the provider $memory the change',
    async ({ answer }) => {
      const ada = await createPerson(app);
      const subscriptionId = await createPaidSubscription(app, ada);
      steps.set('changePrices', async (act) => {
        await act();
        return await away();
      });
      const data = { subscriptionId, planId: 'enterprise' };
      const headers = { 'idempotency-key': `change-${subscriptionId}` };
      const changed = await callable(app, 'changeSubscriptionPlan', { ...ada, data, headers });
      expectRefusal(changed, 'billing/provider-unavailable');
      steps.clear();
      const { rows } = await sql<{ charged: string }>`
      select provider_subscription_id as charged from billing_accounts
      where subscription_id = ${subscriptionId}`.execute(app.db);
      const { charged: id } = rows[0] ?? expect.fail();
      await provider.endSubscription({ key: `end-by-operator-${id}`, id });
      if (answer) {
        steps.set('changePrices', answer);
      }

      app.clock.advance(2 * dayMs);
      await settle(app);
      await settle(app);

      const { idToken } = await signIn(app, ada);
      const again = await callable(app, 'changeSubscriptionPlan', { idToken, data, headers });
      expectDone(again);
      const shown = await readSubscription(app, subscriptionId, { ...ada, idToken });
      expect(shown).toMatchObject({ status: 'canceled', plan_id: 'enterprise' });
      expect(await findDrift(app, subscriptionId)).toEqual([]);
    },
  );

  /** Removes every card of the owner's projects at the provider, by hand. */
  async function removeCards(ownerId: string): Promise<void> {
    const { rows } = await sql<{ customer: string }>`
      select b.customer_id as customer from billing_accounts b
      join subscriptions s on s.id = b.subscription_id where s.owner_id = ${ownerId}`.execute(
      app.db,
    );
    for (const { customer } of rows) {
      for (const { id: cardId } of await provider.listCards(customer)) {
        await provider.detachCard({ key: `by-hand-${cardId}`, cardId });
      }
    }
  }

  it('is a paid project, also if its card is removed before it is stored a day later', async () => {
    const ada = await createPerson(app);
    steps.set('startSubscription', async (act) => {
      await act();
      return await away();
    });
    // A name of Stripe's such as pm_card_visa would be another card each time.
    const card = await typeCard(app, '4242 4242 4242 4242');
    const data = { planId: 'pro', billingInfo: billingInfo(card) };
    const headers = { 'idempotency-key': 'one-purchase-without-card' };
    const bought = await callable(app, 'createSubscription', { ...ada, data, headers });
    expectRefusal(bought, 'billing/provider-unavailable');
    steps.clear();
    await removeCards(ada.uid);

    app.clock.advance(2 * dayMs);
    await settle(app);
    await settle(app);

    const { idToken } = await signIn(app, ada);
    const again = await callable(app, 'createSubscription', { idToken, data, headers });
    const { subscriptionId } = expectDone(again) as { subscriptionId: string };
    const shown = await readSubscription(app, subscriptionId, { ...ada, idToken });
    expect(shown).toMatchObject({ status: 'active', plan_id: 'pro' });
    expect(await findDrift(app, subscriptionId)).toEqual([]);
  });

  it('is on the plan that was paid with a new card, also if that is removed before it is stored a day later', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    steps.set('changePrices', async (act) => {
      await act();
      return await away();
    });
    const billing = billingInfo('pm_card_mastercard');
    const data = { subscriptionId, planId: 'enterprise', billingInfo: billing };
    const headers = { 'idempotency-key': `change-${subscriptionId}` };
    const changed = await callable(app, 'changeSubscriptionPlan', { ...ada, data, headers });
    expectRefusal(changed, 'billing/provider-unavailable');
    steps.clear();
    await removeCards(ada.uid);

    app.clock.advance(2 * dayMs);
    await settle(app);
    await settle(app);

    const { idToken } = await signIn(app, ada);
    expectDone(await callable(app, 'changeSubscriptionPlan', { idToken, data, headers }));
    const shown = await readSubscription(app, subscriptionId, { ...ada, idToken });
    expect(shown).toMatchObject({ status: 'active', plan_id: 'enterprise' });
    expect(await findDrift(app, subscriptionId)).toEqual([]);
  });

  it('is refused when money of its period was returned before it was tried again', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    steps.set('changePrices', away);
    const data = { subscriptionId, planId: 'enterprise' };
    const headers = { 'idempotency-key': 'one-refunded-change' };
    const changed = await callable(app, 'changeSubscriptionPlan', { ...ada, data, headers });
    expectRefusal(changed, 'billing/provider-unavailable');
    await openDashboard(app, subscriptionId).refund(300);
    await settle(app);
    steps.clear();

    await settle(app);

    const again = await callable(app, 'changeSubscriptionPlan', { ...ada, data, headers });
    expectRefusal(again, 'billing/payment-returned');
    expect((await atProvider(app, subscriptionId)).invoices).toHaveLength(1);
    const { rows } = await sql`select id from intents
      where subscription_id = ${subscriptionId} and status = 'open'`.execute(app.db);
    expect(rows).toEqual([]);
  });
});

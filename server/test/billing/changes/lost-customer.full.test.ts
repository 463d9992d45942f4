import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { askForDrift } from '../../cli/drift.ts';
import { addMember } from '../../harness/factories.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  identity,
} from '../../harness/wire-client.ts';
import {
  addCard,
  atProvider,
  billingInfo,
  createPaidSubscription,
  expectDone,
  findCards,
  readSubscription,
  settle,
} from '../support/payment-scenes.ts';
import { createUnrulyProvider } from '../support/unruly-provider.ts';

describe('a customer whom somebody has removed at the provider', () => {
  let app: TestApp;
  let provider: PaymentProvider;
  beforeAll(async () => {
    app = await createTestApp({
      payments: (real) => {
        provider = real;
        return real;
      },
    });
  });
  afterAll(() => app.close());

  async function removeByHand(subscriptionId: string): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      select customer_id as id from billing_accounts
      where subscription_id = ${subscriptionId}`.execute(app.db);
    const customerId = rows[0]?.id ?? expect.fail();
    await provider.removeCustomer({ key: `${customerId}-by-hand`, customerId });
  }

  it('is made anew when a free subscription adds a card or buys a plan', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createFreeSubscription(app, ada);
    await addCard(app, { subscriptionId, ...ada });
    for (let round = 0; round < 2; round += 1) {
      await removeByHand(subscriptionId);
      expect(await findCards(app, subscriptionId, ada)).toEqual([]);
      await addCard(app, { subscriptionId, ...ada });
      expect((await atProvider(app, subscriptionId)).cards).toEqual(['4444']);
    }

    const data = { subscriptionId, planId: 'pro', billingInfo: billingInfo() };
    expectDone(await callable(app, 'changeSubscriptionPlan', { ...ada, data }));
    expect(await readSubscription(app, subscriptionId, ada)).toMatchObject({ plan_id: 'pro' });
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices.map(({ status }) => status)).toEqual(['paid']);
  });

  it('keeps nobody from giving the subscription away, or from leaving', async () => {
    const [ada, grace] = [await createPerson(app), await createPerson(app, 'Grace')];
    const subscriptionId = await createFreeSubscription(app, ada);
    await addCard(app, { subscriptionId, ...ada });
    await addMember(app, { subscriptionId, uid: grace.uid, permissions: ['access', 'admin'] });
    await removeByHand(subscriptionId);
    const given = { subscriptionId, newOwnerId: grace.uid };
    expectDone(await callable(app, 'transferSubscriptionOwnership', { ...ada, data: given }));
    await settle(app);
    expect(await findCards(app, subscriptionId, grace)).toEqual([]);
    await addCard(app, { subscriptionId, ...grace });
    const end = { subscriptionId, confirmationId: subscriptionId };
    expectDone(await callable(app, 'cancelSubscription', { ...grace, data: end }));
    await removeByHand(subscriptionId);
    const left = await identity(app, '/v1/accounts:delete', { idToken: grace.idToken });
    expect(left.statusCode, left.body).toBe(200);
    await settle(app);
    const { rows } = await sql`select kind from intents where status = 'open'`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('leaves invoices behind that are no drift', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    const data = { subscriptionId, planId: 'free' };
    expectDone(await callable(app, 'changeSubscriptionPlan', { ...ada, data }));
    await removeByHand(subscriptionId);
    await settle(app);
    expect(await readSubscription(app, subscriptionId, ada)).toMatchObject({
      plan_id: 'free',
      status: 'active',
    });
    await addCard(app, { subscriptionId, ...ada });
    await settle(app);
    expect(await askForDrift(app)).toEqual([]);
  });
});

describe('a subscription that goes while its customer is made', () => {
  it('is refused like any that is not there', async () => {
    const { steps, wrap } = createUnrulyProvider();
    const app = await createOwnTestApp({ payments: wrap });
    const ada = await createPerson(app);
    const subscriptionId = await createFreeSubscription(app, ada);
    steps.set('createCustomer', async (act) => {
      const made = await act();
      await sql`delete from intents`.execute(app.db);
      await sql`delete from memberships`.execute(app.db);
      await sql`delete from subscriptions`.execute(app.db);
      return made;
    });
    const data = { subscriptionId };
    expectRefusal(await callable(app, 'createSetupIntent', { ...ada, data }), 'access/denied');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../src/modules/billing/index.ts';
import { billingInfo } from './billing.ts';
import { addCard, atProvider, expectDone, findCards, readSubscription } from './payment-scenes.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { callable, createFreeSubscription, createPerson } from './wire-client.ts';

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

  it('is made anew when a free subscription adds a card or buys a plan', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createFreeSubscription(app, ada);
    await addCard(app, { subscriptionId, ...ada });
    for (const round of ['first', 'second']) {
      const customerId = (await provider.findCustomer(subscriptionId)) ?? expect.fail(round);
      await provider.removeCustomer({ key: `${customerId}-by-hand`, customerId });
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
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../src/modules/billing/index.ts';
import { ProviderRejected } from '../src/modules/billing/payment-provider.ts';
import { billingInfo, createPaidSubscription } from './billing.ts';
import { atProvider, countRows, expectDone } from './payment-scenes.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { callable, createPerson, expectRefusal } from './wire-client.ts';

describe('what the provider will never do as asked', () => {
  let app: TestApp;
  const rejected = new Set<string>();
  beforeAll(async () => {
    app = await createTestApp({ payments: rejectSome, logger: false });
  });
  afterAll(() => app.close());

  function rejectSome(real: PaymentProvider): PaymentProvider {
    return new Proxy(real, {
      get: (target, name, receiver) =>
        rejected.has(String(name))
          ? () => Promise.reject(new ProviderRejected('rejected'))
          : Reflect.get(target, name, receiver),
    });
  }

  const countOpen = async () => {
    const { rows } = await sql`select id from intents where status = 'open'`.execute(app.db);
    return rows.length;
  };

  it('ends a creation with billing/rejected, and nothing is left', async () => {
    const ada = await createPerson(app);
    rejected.add('startSubscription');
    const data = { planId: 'pro', billingInfo: billingInfo() };
    expectRefusal(await callable(app, 'createSubscription', { ...ada, data }), 'billing/rejected');
    rejected.clear();
    expect(await countOpen()).toBe(0);
    expect(await countRows(app, 'subscriptions')).toBe(0);
    const { rows } = await sql`
      select id from sandbox.customers where removed_at is null`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('does not stand in the way of an end', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    rejected.add('changePrices');
    const data = { subscriptionId, planId: 'enterprise' };
    const answer = await callable(app, 'changeSubscriptionPlan', { ...ada, data });
    expectRefusal(answer, 'billing/rejected');
    expect(await countOpen()).toBe(0);
    const end = { subscriptionId, confirmationId: subscriptionId };
    expectDone(await callable(app, 'cancelSubscription', { ...ada, data: end }));
    rejected.clear();
    expect((await atProvider(app, subscriptionId)).subscriptions).toEqual(['canceled']);
  });
});

import { expect, it } from 'vitest';
import type { ProviderSubscription } from '../../../src/modules/billing/port/payment-provider.ts';
import { toSubscription } from '../../../src/modules/billing/providers/stripe/subscription.ts';
import { monthlyYearly } from '../../harness/plan-prices.ts';
import { createOwnTestApp } from '../../harness/test-app.ts';
import { callable, createPerson, document } from '../../harness/wire-client.ts';
import { lastMail, moneyMailsTo } from '../support/money-mails.ts';
import {
  addCard,
  billingInfo,
  dayMs,
  expectDone,
  passTime,
  settle,
} from '../support/payment-scenes.ts';

it('a collection that somebody has paused promises no charge, in the list, the summary and mails', async () => {
  let isPaused = true;
  const shown = (subscription: ProviderSubscription): ProviderSubscription =>
    isPaused ? { ...subscription, isPaused: true } : subscription;
  const app = await createOwnTestApp({
    product: { ...monthlyYearly(), billing: { cancel: 'ask', promotionCodes: false } },
    payments: (real) => ({
      ...real,
      readSubscription: async (id) => {
        const subscription = await real.readSubscription(id);
        return subscription && shown(subscription);
      },
      endAtPeriodEnd: async (wanted) => shown(await real.endAtPeriodEnd(wanted)),
      keepGoing: async (wanted) => shown(await real.keepGoing(wanted)),
    }),
  });
  let ada = await createPerson(app);
  const data = { planId: 'pro', frequency: 'year', currency: 'usd', billingInfo: billingInfo() };
  const bought = await callable(app, 'createSubscription', { data, idToken: ada.idToken });
  const subscriptionId = String(expectDone(bought).subscriptionId);
  const call = (name: string, more: object = {}) =>
    callable(app, name, { data: { subscriptionId, ...more }, idToken: ada.idToken });
  /** Something happens at the provider, so that the product reads it again. */
  async function read() {
    await addCard(app, { subscriptionId, idToken: ada.idToken });
    await settle(app);
    const list = await document(app, 'GET /v1/subscriptions', { idToken: ada.idToken });
    const [{ next_charge }] = list.json().subscriptions;
    const { next_invoice } = expectDone(await call('getBillingSummary'));
    return { listed: next_charge, next: next_invoice };
  }
  const kinds = async () => (await moneyMailsTo(app, ada)).map(({ kind }) => kind);

  expect(await read()).toEqual({ listed: null, next: null });
  expectDone(
    await call('cancelSubscription', { confirmationId: subscriptionId, when: 'period-end' }),
  );
  expectDone(await call('resumeSubscription'));
  expect((await lastMail(app, ada)).text).not.toContain('The next charge is on');
  ada = await passTime(app, 350 * dayMs, ada);
  await settle(app);
  expect(await kinds()).not.toContain('renewal-ahead');

  isPaused = false;
  const total = { amount: 40_000, currency: 'usd' };
  expect(await read()).toMatchObject({ listed: { date: expect.any(String) }, next: { total } });
  app.clock.advance(dayMs);
  await settle(app);
  expect(await kinds()).toContain('renewal-ahead');
});

it.each([
  [null, undefined],
  [{ behavior: 'void', resumes_at: null }, true],
  [{ behavior: 'void', resumes_at: 1_800_000_000 }, undefined],
])('is read from Stripe: %o', (pause_collection, isPaused) => {
  const period = { current_period_start: 1_790_000_000, current_period_end: 1_800_000_000 };
  const price = { id: 'price_1', unit_amount: 1_000, recurring: null };
  const subscription = {
    id: 'sub_1',
    status: 'active',
    customer: 'cus_1',
    currency: 'usd',
    items: { data: [{ ...period, price, quantity: 1 }] },
    metadata: {},
    cancel_at: null,
    cancel_at_period_end: false,
    trial_end: null,
    schedule: null,
    latest_invoice: null,
    default_payment_method: null,
    automatic_tax: { enabled: false, disabled_reason: null },
    discounts: [],
    pause_collection,
  };
  const part = { installation: undefined, planPrices: new Set<string>() };
  const connection = part as unknown as Parameters<typeof toSubscription>[0];
  const stored = subscription as unknown as Parameters<typeof toSubscription>[1];
  expect(toSubscription(connection, stored, undefined).isPaused).toBe(isPaused);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstantOutsidePeriod } from '../../../src/modules/billing/port/provider-failure.ts';
import { expectFreeCodeRefusals } from '../../billing/support/code-refusals.ts';
import {
  addCard,
  atProvider,
  createPaidSubscription,
  dayMs,
  expectDone,
  passTime,
  settle,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { countCustomers } from '../../billing/support/sandbox.ts';
import { openDashboard } from '../../billing/support/sandbox-dashboard.ts';
import { createUnrulyProvider, expectRejected } from '../../billing/support/unruly-provider.ts';
import { expectWaitingRefusals } from '../../billing/support/waiting-refusals.ts';
import { addMember, setStatus } from '../../harness/factories.ts';
import { plantClaim } from '../../harness/frozen-project.ts';
import { monthlyYearly } from '../../harness/plan-prices.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

describe('previewPlanChange', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const preview = (subscriptionId: string, { idToken }: Person, planId: string) =>
    callable(app, 'previewPlanChange', { data: { subscriptionId, planId }, idToken });
  const usd = (amount: unknown) => ({ amount, currency: 'usd' });
  const plain = { discount: usd(0), tax: usd(0), tax_included: false, cancel_at: null };
  const period = { start: expect.any(String), end: expect.any(String) };
  const lineOf = (kind: string, plan_id: string, amount: number) => ({
    ...{ kind, plan_id, period, amount: usd(amount), frequency: 'week', quantity: 1 },
  });

  it('shows a whole week to a free subscription, and asks for nothing', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createFreeSubscription(app, ada);
    const customers = await countCustomers(app);
    const shown = expectDone(await preview(subscriptionId, ada, 'pro'));
    expect(shown).toEqual({
      due_now: usd(1_000),
      lines: [lineOf('plan', 'pro', 1_000)],
      ...plain,
      credit: usd(0),
      next: usd(1_000),
      next_tax: usd(0),
      next_at: expect.any(String),
      when: 'now',
      at: expect.any(String),
      preview: expect.any(String),
    });
    const weekAhead = Date.parse(String(shown.next_at)) - app.clock.now().getTime();
    expect(Math.abs(weekAhead - 7 * dayMs)).toBeLessThan(60_000);
    expect(await countCustomers(app)).toBe(customers);
  });

  it('shows the difference upwards and the credit downwards for the time that is left', async () => {
    let ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada, 'pro');
    ada = await passTime(app, 3.5 * dayMs, ada);
    const up = expectDone(await preview(subscriptionId, ada, 'enterprise'));
    expect(up).toMatchObject({ due_now: usd(1_000), credit: usd(0), next: usd(3_000) });
    expect(up.lines).toEqual([
      lineOf('unused-time', 'pro', -500),
      lineOf('plan', 'enterprise', 1_500),
    ]);

    let joan = await createPerson(app);
    const large = await createPaidSubscription(app, joan, 'enterprise');
    joan = await passTime(app, 3.5 * dayMs, joan);
    const down = expectDone(await preview(large, joan, 'pro'));
    expect(down).toMatchObject({ due_now: usd(0), credit: usd(1_000), next: usd(0) });
    expect(down.lines).toEqual([
      lineOf('unused-time', 'enterprise', -1_500),
      lineOf('plan', 'pro', 500),
      { kind: 'credit-kept', amount: usd(1_000) },
    ]);
    expect((await atProvider(app, large)).credit).toBe(0);
  });

  it('refuses with billing/payment-open every plan while something is owed', async () => {
    let ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada, 'pro');
    const wanted = { subscriptionId, idToken: ada.idToken };
    const paymentMethodId = await addCard(app, wanted, '4000 0000 0000 0341');
    const data = { subscriptionId, paymentMethodId };
    expectDone(await callable(app, 'setDefaultPaymentMethod', { ...ada, data }));
    ada = await passTime(app, 7.5 * dayMs, ada);
    expectRefusal(await preview(subscriptionId, ada, 'enterprise'), 'billing/payment-open');
    expectRefusal(await preview(subscriptionId, ada, 'free'), 'billing/payment-open');
  });

  it('refuses with billing/payment-returned after a refund of the period', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada, 'pro');
    await openDashboard(app, subscriptionId).refund(100);
    await settle(app);
    expectRefusal(await preview(subscriptionId, ada, 'free'), 'billing/payment-returned');
  });

  it('shows the credit for the rest of the week, and nothing to be charged, on a free plan', async () => {
    let ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada, 'pro');
    ada = await passTime(app, 3.5 * dayMs, ada);
    expect(expectDone(await preview(subscriptionId, ada, 'free'))).toEqual({
      due_now: usd(0),
      lines: [lineOf('unused-time', 'pro', -500), { kind: 'credit-kept', amount: usd(500) }],
      ...plain,
      credit: usd(500),
      next: usd(0),
      next_tax: usd(0),
      next_at: null,
      when: 'now',
      at: expect.any(String),
      preview: expect.any(String),
    });
  });

  it('counts the credit that a free subscription still has', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada, 'enterprise');
    for (const planId of ['pro', 'free']) {
      const data = { subscriptionId, planId };
      expectDone(await callable(app, 'changeSubscriptionPlan', { data, idToken: ada.idToken }));
    }
    const { credit } = await atProvider(app, subscriptionId);
    expect(credit).toBeGreaterThan(1_900);
    expect(expectDone(await preview(subscriptionId, ada, 'pro'))).toMatchObject({
      due_now: usd(0),
    });
  });

  it.each([
    ['plan/unknown', 'platinum'],
    ['plan/legacy', 'gold'],
    ['plan/same', 'pro'],
  ] as const)('refuses with %s', async (code, planId) => {
    const ada = await createPerson(app);
    expectRefusal(await preview(await createPaidSubscription(app, ada), ada, planId), code);
  });

  it.each([
    ['plan/no-such-price', { frequency: 'week' }],
    ['plan/price-ambiguous', { currency: 'usd' }],
  ] as const)('refuses with %s', async (code, named) => {
    const own = await createOwnTestApp({ product: monthlyYearly() });
    const ada = await createPerson(own);
    const subscriptionId = await createFreeSubscription(own, ada);
    const data = { subscriptionId, planId: 'pro', ...named };
    expectRefusal(await callable(own, 'previewPlanChange', { ...ada, data }), code);
  });

  it.each([
    ['canceled', 'subscription/canceled'],
    ['unpaid', 'subscription/unpaid'],
    ['incomplete', 'subscription/unpaid'],
  ] as const)('refuses one that is %s with %s', async (status, code) => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    await setStatus(app, subscriptionId, status);
    expectRefusal(await preview(subscriptionId, ada, 'enterprise'), code);
  });

  it('refuses Free with subscription/frozen while somebody claims the project, and no other plan', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    await plantClaim(app, subscriptionId, ada);
    expectRefusal(await preview(subscriptionId, ada, 'free'), 'subscription/frozen');
    expectDone(await preview(subscriptionId, ada, 'enterprise'));
  });

  it('refuses what waits with plan/scheduled and with subscription/ending', () =>
    expectWaitingRefusals('previewPlanChange'));

  it('refuses with seats/too-many-in-use and the numbers', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    for (let count = 0; count < 10; count += 1) {
      await addMember(app, { subscriptionId, uid: (await createPerson(app)).uid });
    }
    const answer = await preview(subscriptionId, ada, 'free');
    expectRefusal(answer, 'seats/too-many-in-use');
    expect(answer.json().error.message).toContain('11 of 10');
  });

  it('refuses with billing/not-set-up where nobody takes money', async () => {
    const own = await createOwnTestApp({ env: { PAYMENT_PROVIDER: 'none' } });
    const ada = await createPerson(own);
    const data = { subscriptionId: await createFreeSubscription(own, ada), planId: 'pro' };
    const { idToken } = ada;
    expectRefusal(
      await callable(own, 'previewPlanChange', { data, idToken }),
      'billing/not-set-up',
    );
  });

  it('refuses with billing/provider-unavailable while nobody answers', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    const answer = await withoutProvider(app, () => preview(subscriptionId, ada, 'enterprise'));
    expectRefusal(answer, 'billing/provider-unavailable');
    expectDone(await preview(subscriptionId, ada, 'enterprise'));
  });

  it('is for the owner alone, and refuses fields that it does not know', async () => {
    const [ada, joan] = [await createPerson(app), await createPerson(app)];
    const subscriptionId = await createPaidSubscription(app, ada);
    await addMember(app, { subscriptionId, uid: joan.uid, permissions: ['access', 'admin'] });
    expectRefusal(await preview(subscriptionId, joan, 'free'), 'access/owner-only');
    const data = { subscriptionId, planId: 'free', at: 0 };
    const { idToken } = ada;
    expectRefusal(await callable(app, 'previewPlanChange', { data, idToken }), 'request/invalid');
  });

  it('refuses with billing/rejected what the provider will never do', () =>
    expectRejected('previewChange', async ({ app: own, idToken, subscriptionId }) =>
      callable(own, 'previewPlanChange', {
        data: { subscriptionId, planId: 'enterprise' },
        idToken,
      }),
    ));

  it('refuses with billing/preview-outdated what is reckoned between two periods', async () => {
    const { steps, wrap } = createUnrulyProvider();
    const own = await createOwnTestApp({ payments: wrap });
    const { idToken } = await createPerson(own);
    const subscriptionId = await createPaidSubscription(own, { idToken });
    steps.set('previewChange', () => Promise.reject(new InstantOutsidePeriod()));
    const data = { subscriptionId, planId: 'enterprise' };
    const answer = await callable(own, 'previewPlanChange', { data, idToken });
    expectRefusal(answer, 'billing/preview-outdated');
  });

  it('refuses a tax id in a wrong form with billing/tax-id-invalid', async () => {
    const person = await createPerson(app);
    const { idToken } = person;
    const subscriptionId = await createFreeSubscription(app, person);
    const data = { subscriptionId, planId: 'pro', address: { country: 'DE' }, tax_id: 'DE12' };
    const answer = await callable(app, 'previewPlanChange', { data, idToken });
    expectRefusal(answer, 'billing/tax-id-invalid');
  });

  it('refuses a code with billing/code-invalid, and many with billing/too-many-codes', () =>
    expectFreeCodeRefusals('previewPlanChange'));
});

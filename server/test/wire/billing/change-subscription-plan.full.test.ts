import type * as contract from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCardLimits } from '../../billing/support/card-limits.ts';
import { expectFreeCodeRefusals } from '../../billing/support/code-refusals.ts';
import {
  addCard,
  answerChallenge,
  atProvider,
  billingDetails,
  billingInfo,
  countRows,
  createPaidSubscription,
  dayMs,
  expectDone,
  findAtProvider,
  findCards,
  openIntent,
  passTime,
  readSubscription,
  settle,
  weekMs,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { findCustomer, sendToStripe, turnCards } from '../../billing/support/sandbox.ts';
import { openDashboard } from '../../billing/support/sandbox-dashboard.ts';
import { expectTaxRefusals } from '../../billing/support/tax-scenes.ts';
import { expectUndecided } from '../../billing/support/undecided-payment.ts';
import { expectRejected } from '../../billing/support/unruly-provider.ts';
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

interface Scene {
  ada: Person;
  readonly subscriptionId: string;
}

interface More {
  readonly key?: string;
  readonly [field: string]: unknown;
}

describe('changeSubscriptionPlan', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function begin(planId = 'pro'): Promise<Scene> {
    const ada = await createPerson(app);
    const subscriptionId =
      planId === 'free'
        ? await createFreeSubscription(app, ada)
        : await createPaidSubscription(app, ada, planId);
    return { ada, subscriptionId };
  }

  const call = (name: string, { ada, subscriptionId }: Scene, data: object) =>
    callable(app, name, { data: { subscriptionId, ...data }, idToken: ada.idToken });
  const change = ({ ada, subscriptionId }: Scene, planId: string, { key, ...more }: More = {}) =>
    callable(app, 'changeSubscriptionPlan', {
      data: { subscriptionId, planId, ...more },
      idToken: ada.idToken,
      ...(key && { headers: { 'idempotency-key': key } }),
    });

  async function preview(scene: Scene, planId: string) {
    const shown = expectDone(await call('previewPlanChange', scene, { planId }));
    return shown as contract.OutputOf<typeof contract.previewPlanChange>;
  }

  const planOf = async ({ ada, subscriptionId }: Scene) =>
    (await readSubscription(app, subscriptionId, ada)).plan_id;

  it('charges the difference upwards: just what was shown', async () => {
    const scene = await begin();
    scene.ada = await passTime(app, 2 * dayMs + 3_333, scene.ada);
    const shown = await preview(scene, 'enterprise');
    app.clock.advance(9 * 60_000);
    expect(expectDone(await change(scene, 'enterprise', { preview: shown.preview }))).toEqual({});
    expect(await planOf(scene)).toBe('enterprise');
    const { invoices } = await atProvider(app, scene.subscriptionId);
    expect(invoices).toHaveLength(2);
    expect(invoices[1]).toMatchObject({ status: 'paid', reason: 'update' });
    expect(invoices[1]?.due).toBe(shown.due_now.amount);
    expect(shown.due_now.amount).toBeGreaterThan(1_400);
    expect(shown.due_now.amount).toBeLessThan(1_430);
    expect(shown.next.amount).toBe(3_000);
  });

  it('refuses with billing/preview-outdated what was shown before a renewal', async () => {
    const scene = await begin();
    scene.ada = await passTime(app, weekMs - 3 * 60_000, scene.ada);
    const { preview: token } = await preview(scene, 'enterprise');
    scene.ada = await passTime(app, 5 * 60_000, scene.ada);
    const late = await change(scene, 'enterprise', { preview: token });
    expectRefusal(late, 'billing/preview-outdated');
    expect(await planOf(scene)).toBe('pro');
  });

  it('gives a credit downwards, which the next renewal uses up', async () => {
    const scene = await begin('enterprise');
    scene.ada = await passTime(app, 3 * dayMs, scene.ada);
    const shown = await preview(scene, 'pro');
    expect(shown.due_now.amount).toBe(0);

    expectDone(await change(scene, 'pro', { preview: shown.preview }));

    expect(await planOf(scene)).toBe('pro');
    expect((await atProvider(app, scene.subscriptionId)).credit).toBe(shown.credit.amount);
    expect(shown.credit.amount).toBeGreaterThan(1_100);
    scene.ada = await passTime(app, 4 * dayMs + 60_000, scene.ada);
    const { invoices, credit } = await atProvider(app, scene.subscriptionId);
    expect(invoices.at(-1)).toMatchObject({ reason: 'cycle', total: 1_000, due: 0 });
    expect(shown.next.amount).toBe(0);
    expect(credit).toBe(shown.credit.amount - 1_000);
  });

  it('takes a free subscription to a paid plan with card and address', async () => {
    const scene = await begin('free');
    expectDone(await change(scene, 'pro', { billingInfo: billingInfo() }));
    expect(await planOf(scene)).toBe('pro');
    expect(await atProvider(app, scene.subscriptionId)).toMatchObject({
      subscriptions: ['active'],
      invoices: [{ status: 'paid', due: 1_000 }],
    });
  });

  it('asks the person at their bank first, and keeps the plan until they have agreed', async () => {
    const scene = await begin('free');
    const card = billingInfo('pm_card_authenticationRequired');
    const { clientSecret } = expectDone(await change(scene, 'pro', { billingInfo: card }));
    expect(await readSubscription(app, scene.subscriptionId, scene.ada)).toMatchObject({
      plan_id: 'free',
      status: 'active',
    });
    await answerChallenge(app, String(clientSecret), true);
    await app.app.runJobs();
    expect(await readSubscription(app, scene.subscriptionId, scene.ada)).toMatchObject({
      plan_id: 'pro',
      status: 'active',
    });
    expect((await atProvider(app, scene.subscriptionId)).subscriptions).toEqual(['active']);
  });

  it('lets a first payment that waits go when another takes its place', async () => {
    const scene = await begin('free');
    const card = billingInfo('pm_card_authenticationRequired');
    const { clientSecret } = expectDone(await change(scene, 'pro', { billingInfo: card }));
    expectDone(await change(scene, 'enterprise', { billingInfo: billingInfo() }));
    await answerChallenge(app, String(clientSecret), true);
    await settle(app);
    expect((await atProvider(app, scene.subscriptionId)).subscriptions).toEqual([
      'incomplete_expired',
      'active',
    ]);
    expect(await planOf(scene)).toBe('enterprise');
  });

  it.each([
    { answer: 'agrees', success: true, planId: 'enterprise', status: 'paid' },
    { answer: 'says no', success: false, planId: 'pro', status: 'void' },
  ])(
    'waits with a change upwards for the bank: the person $answer',
    async ({ success, planId, status }) => {
      const scene = await begin();
      const card = billingInfo('pm_card_authenticationRequired');
      const answer = expectDone(await change(scene, 'enterprise', { billingInfo: card }));
      expect(await planOf(scene)).toBe('pro');
      await answerChallenge(app, String(answer.clientSecret), success);
      await app.app.runJobs();
      expect(await planOf(scene)).toBe(planId);
      // An update that is not paid is given up after 23 hours.
      scene.ada = await passTime(app, dayMs, scene.ada);
      const { invoices } = await atProvider(app, scene.subscriptionId);
      expect(invoices.at(-1)?.status).toBe(status);
    },
  );

  it('refuses a declined card with billing/card-refused and keeps the plan', async () => {
    const scene = await begin();
    const card = billingInfo('pm_card_chargeCustomerFail');
    const answer = await change(scene, 'enterprise', { billingInfo: card });
    expectRefusal(answer, 'billing/card-refused', 'Your card was declined.');
    expect(await planOf(scene)).toBe('pro');
    const { invoices, subscriptions } = await atProvider(app, scene.subscriptionId);
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'void']);
    expect(subscriptions).toEqual(['active']);

    const free = await begin('free');
    expectRefusal(
      await change(free, 'pro', { billingInfo: card }),
      'billing/card-refused',
      'Your card was declined.',
    );
    expect(await readSubscription(app, free.subscriptionId, free.ada)).toMatchObject({
      plan_id: 'free',
      status: 'active',
    });
    const { subscriptions: ended } = await atProvider(app, free.subscriptionId);
    expect(ended).toEqual(['incomplete_expired']);
  });

  it.each([
    ['plan/unknown', 'platinum'],
    ['plan/legacy', 'gold'],
    ['plan/same', 'pro'],
  ] as const)('refuses with %s', async (code, planId) => {
    const scene = await begin();
    expectRefusal(await change(scene, planId), code);
    expect(await planOf(scene)).toBe('pro');
  });

  it.each([
    ['plan/no-such-price', { frequency: 'week' }],
    ['plan/price-ambiguous', { currency: 'usd' }],
  ] as const)('refuses with %s', async (code, named) => {
    const own = await createOwnTestApp({ product: monthlyYearly() });
    const ada = await createPerson(own);
    const subscriptionId = await createFreeSubscription(own, ada);
    const data = { subscriptionId, planId: 'pro', ...named };
    expectRefusal(await callable(own, 'changeSubscriptionPlan', { ...ada, data }), code);
  });

  it('lets a kept legacy plan go, but not be chosen again', async () => {
    const scene = await begin('free');
    await sql`
      update subscriptions set plan_id = 'gold' where id = ${scene.subscriptionId}`.execute(app.db);
    expectRefusal(await change(scene, 'gold'), 'plan/same');
    expectDone(await change(scene, 'pro', { billingInfo: billingInfo() }));
    expectRefusal(await change(scene, 'gold'), 'plan/legacy');
  });

  it.each([
    ['canceled', 'subscription/canceled'],
    ['unpaid', 'subscription/unpaid'],
    ['incomplete', 'subscription/unpaid'],
  ] as const)('refuses one that is %s with %s', async (status, code) => {
    const scene = await begin();
    await setStatus(app, scene.subscriptionId, status);
    expectRefusal(await change(scene, 'enterprise'), code);
    expect((await atProvider(app, scene.subscriptionId)).invoices).toHaveLength(1);
  });

  it('refuses what waits with plan/scheduled and with subscription/ending', () =>
    expectWaitingRefusals('changeSubscriptionPlan'));

  it('refuses with seats/too-many-in-use and the numbers', async () => {
    const scene = await begin();
    for (let count = 0; count < 10; count += 1) {
      await addMember(app, { ...scene, uid: (await createPerson(app)).uid });
    }
    const answer = await change(scene, 'free');
    expectRefusal(answer, 'seats/too-many-in-use');
    expect(answer.json().error.message).toContain('11 of 10');
    expect(await planOf(scene)).toBe('pro');
    expect((await atProvider(app, scene.subscriptionId)).subscriptions).toEqual(['active']);
  });

  it('refuses gaps with billing/details-incomplete, billing/phone-missing and billing/card-missing', async () => {
    const scene = await begin('free');
    const info = (fields: object) => ({
      billingInfo: { ...billingInfo(), billingDetails: { ...billingDetails, ...fields } },
    });
    expectRefusal(await change(scene, 'pro'), 'billing/card-missing');
    expectRefusal(await change(scene, 'pro', info({ name: '' })), 'billing/details-incomplete');
    expectRefusal(await change(scene, 'pro', info({ phone: ' ' })), 'billing/phone-missing');
    expectRefusal(await change(scene, 'pro', { amount: 0 }), 'request/invalid');
    expect(await findAtProvider(app, scene.subscriptionId)).toBeUndefined();
  });

  it('refuses with billing/details-incomplete where a card is there and no address', async () => {
    const scene = await begin();
    await sql`
      update billing_accounts set details = null
      where subscription_id = ${scene.subscriptionId}`.execute(app.db);
    expectRefusal(await change(scene, 'enterprise'), 'billing/details-incomplete');
    expectDone(await change(scene, 'free'));
  });

  it('refuses with billing/payment-open every other plan, Free too, while something is owed', async () => {
    const scene = await begin();
    await turnCards(app, scene.subscriptionId, 'pm_card_chargeCustomerFail');
    scene.ada = await passTime(app, weekMs, scene.ada);
    for (const planId of ['enterprise', 'free']) {
      expectRefusal(await change(scene, planId), 'billing/payment-open');
      expectRefusal(await call('previewPlanChange', scene, { planId }), 'billing/payment-open');
    }
    expect(await planOf(scene)).toBe('pro');
    const confirmationId = scene.subscriptionId;
    expectDone(await call('cancelSubscription', scene, { confirmationId }));
    expect((await atProvider(app, scene.subscriptionId)).subscriptions).toEqual(['canceled']);
  });

  it('refuses with billing/payment-returned after a refund of the period', async () => {
    const scene = await begin();
    await openDashboard(app, scene.subscriptionId).refund(100);
    await settle(app);
    expectRefusal(await change(scene, 'enterprise'), 'billing/payment-returned');
  });

  it('refuses with billing/not-set-up where nobody takes money', async () => {
    const own = await createOwnTestApp({ env: { PAYMENT_PROVIDER: 'none' } });
    const { idToken, ...ada } = await createPerson(own);
    const subscriptionId = await createFreeSubscription(own, { ...ada, idToken });
    const data = { subscriptionId, planId: 'pro', billingInfo: billingInfo() };
    expectRefusal(
      await callable(own, 'changeSubscriptionPlan', { data, idToken }),
      'billing/not-set-up',
    );
  });

  it('refuses with billing/preview-outdated what would not cost the same any more', async () => {
    const scene = await begin('enterprise');
    scene.ada = await passTime(app, dayMs, scene.ada);
    expectDone(await change(scene, 'pro'));
    const first = await preview(scene, 'enterprise');
    const { id } = (await findCustomer(app, scene.subscriptionId)) ?? expect.fail();
    await sendToStripe(app, `/v1/customers/${id}`, { balance: '0' });
    const outdated = { key: 'one', preview: first.preview };
    expectRefusal(await change(scene, 'enterprise', outdated), 'billing/preview-outdated');
    expect(await planOf(scene)).toBe('pro');
    const { due_now: due, preview: token } = await preview(scene, 'enterprise');
    expectDone(await change(scene, 'enterprise', { key: 'one', preview: token }));
    const { invoices } = await atProvider(app, scene.subscriptionId);
    expect(invoices.at(-1)?.due).toBe(due.amount);
    expect(due.amount).toBeGreaterThan(1_000);
  });

  it('charges the card that is the default by then', async () => {
    const scene = await begin();
    const { preview: token } = await preview(scene, 'enterprise');
    const { subscriptionId, ada } = scene;
    const paymentMethodId = await addCard(app, { subscriptionId, ...ada }, '4000000000000341');
    expectDone(await call('setDefaultPaymentMethod', scene, { paymentMethodId }));
    const poor = await change(scene, 'enterprise', { preview: token });
    expectRefusal(poor, 'billing/card-refused', 'Your card');
    const [first] = (await findCards(app, subscriptionId, ada)).filter((one) => !one.isDefault);
    expectDone(await call('setDefaultPaymentMethod', scene, { paymentMethodId: first?.id }));
    expectDone(await change(scene, 'enterprise', { key: 'again', preview: token }));
    expect(await planOf(scene)).toBe('enterprise');
  });

  it('answers the same key and body as at first, and another body with billing/key-reused', async () => {
    const scene = await begin();
    const first = await change(scene, 'enterprise', { key: 'key' });
    expectDone(first);
    expect((await change(scene, 'enterprise', { key: 'key' })).body).toBe(first.body);
    expectRefusal(await change(scene, 'free', { key: 'key' }), 'billing/key-reused');
    const without = await begin();
    expectDone(await change(without, 'enterprise'));
    expectDone(await change(without, 'enterprise'));
    app.clock.advance(61_000);
    expectRefusal(await change(without, 'enterprise'), 'plan/same');
  });

  it('refuses Free with subscription/frozen while somebody claims the project, and no other plan', async () => {
    const scene = await begin();
    await plantClaim(app, scene.subscriptionId, scene.ada);
    expectRefusal(await change(scene, 'free'), 'subscription/frozen');
    expectDone(await change(scene, 'enterprise'));
    expect(await planOf(scene)).toBe('enterprise');
  });

  it('refuses while another change is open with billing/under-way', async () => {
    const scene = await begin();
    await openIntent(app, scene.subscriptionId, scene.ada);
    const intents = await countRows(app, 'intents');
    expectRefusal(await change(scene, 'enterprise'), 'billing/under-way');
    expect(await countRows(app, 'intents')).toBe(intents);
    expect(await planOf(scene)).toBe('pro');
  });

  it('refuses with billing/provider-unavailable, and finishes what had begun by itself, once', async () => {
    const up = await begin();
    const [kept, other] = await withoutProvider(app, async () => [
      await change(up, 'enterprise', { key: 'up' }),
      await change(up, 'free', { key: 'down' }),
    ]);
    expectRefusal(kept, 'billing/provider-unavailable');
    expectRefusal(other, 'billing/under-way');
    expect(await planOf(up)).toBe('pro');

    up.ada = await passTime(app, 60_000, up.ada);
    await settle(app);

    expect(await planOf(up)).toBe('enterprise');
    expect((await atProvider(app, up.subscriptionId)).invoices).toHaveLength(2);
    expectDone(await change(up, 'enterprise', { key: 'up' }));
    expectDone(await change(up, 'free', { key: 'down' }));
    expect(await planOf(up)).toBe('free');
    expect((await atProvider(app, up.subscriptionId)).subscriptions).toEqual(['active']);
  });

  it('refuses with billing/rejected what the provider will never do', () =>
    expectRejected('changePrices', async ({ app, idToken, subscriptionId }) => {
      const data = { subscriptionId, planId: 'enterprise' };
      return await callable(app, 'changeSubscriptionPlan', { data, idToken });
    }));
  it('stops by billing/too-many-attempts and by billing/verification-required', () =>
    expectCardLimits('changeSubscriptionPlan'));

  it('refuses with billing/address-incomplete and billing/tax-id-invalid where taxes are computed', () =>
    expectTaxRefusals('changeSubscriptionPlan'));

  it('refuses a code with billing/code-invalid, and many with billing/too-many-codes', () =>
    expectFreeCodeRefusals('changeSubscriptionPlan'));

  it('refuses with billing/trial-used what would charge who was shown a trial', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createFreeSubscription(app, ada);
    const data = { subscriptionId, planId: 'pro', billingInfo: billingInfo(), trial: true };
    const answer = await callable(app, 'changeSubscriptionPlan', { data, idToken: ada.idToken });
    expectRefusal(answer, 'billing/trial-used');
  });

  it('refuses with billing/payment-processing while a bank decides', () =>
    expectUndecided('changeSubscriptionPlan'));
});

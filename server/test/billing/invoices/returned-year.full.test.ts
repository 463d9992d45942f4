import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { monthlyYearly } from '../../harness/plan-prices.ts';
import { createOwnTestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal, signIn } from '../../harness/wire-client.ts';
import { atProvider, billingInfo, dayMs, expectDone, settle } from '../support/payment-scenes.ts';
import { openDashboard } from '../support/sandbox-dashboard.ts';

const yearlyUsd = { frequency: 'year', currency: 'usd' };
const toMonth = { planId: 'pro', frequency: 'month' };

/** The owner of a project that pays 40,000 cents a year, on some later day. */
async function begin(days: number) {
  // A change to a month credits the rest of the year.
  const billing = {
    cancel: 'now' as const,
    promotionCodes: false,
    downgrade: { shorter: 'now' as const },
  };
  const app = await createOwnTestApp({ product: { ...monthlyYearly(), billing } });
  let ada = await createPerson(app);
  const data = { planId: 'pro', ...yearlyUsd, billingInfo: billingInfo() };
  const bought = await callable(app, 'createSubscription', { ...ada, data });
  const subscriptionId = String(expectDone(bought).subscriptionId);
  await settle(app);
  const { rows } = await sql<{ id: string }>`select id from invoices`.execute(app.db);
  const pass = async (ms: number) => {
    app.clock.advance(ms);
    await settle(app);
    ada = await signIn(app, ada);
  };
  await pass(days * dayMs);
  return {
    app,
    pass,
    yearId: rows[0]?.id ?? expect.fail(),
    dashboard: openDashboard(app, subscriptionId),
    ask: (name: string, more: object) =>
      callable(app, name, { idToken: ada.idToken, data: { subscriptionId, ...more } }),
    readCredit: async () => (await atProvider(app, subscriptionId)).credit,
  };
}

describe('a refund of a year', () => {
  it('of no more than the delivered time cost: lets the plan change, and more refuses it', async () => {
    const { app, ask, dashboard, readCredit } = await begin(100);
    await dashboard.refund(10_000);
    await settle(app);
    expectDone(await ask('previewPlanChange', toMonth));
    await dashboard.refund(1_000);
    await settle(app);
    expectRefusal(await ask('previewPlanChange', toMonth), 'billing/payment-returned');
    expectRefusal(await ask('changeSubscriptionPlan', toMonth), 'billing/payment-returned');
    expect(await readCredit()).toBe(0);
  });

  it('of all of it: refuses every change until the year is over', async () => {
    const { app, ask, dashboard, pass } = await begin(300);
    await dashboard.refund(40_000);
    await settle(app);
    expectRefusal(await ask('previewPlanChange', toMonth), 'billing/payment-returned');
    await pass(70 * dayMs);
    expectDone(await ask('previewPlanChange', toMonth));
  });

  it('that a change to a month has cut short: counts until the year would have ended', async () => {
    const { app, ask, dashboard, pass, yearId } = await begin(100);
    expectDone(await ask('changeSubscriptionPlan', toMonth));
    await settle(app);
    await dashboard.refund(10_000, yearId);
    await settle(app);
    expectDone(await ask('previewPlanChange', { planId: 'enterprise' }));
    await dashboard.refund(2_000, yearId);
    await settle(app);
    expectRefusal(
      await ask('previewPlanChange', { planId: 'enterprise' }),
      'billing/payment-returned',
    );
    await pass(100 * dayMs);
    expectRefusal(
      await ask('changeSubscriptionPlan', { planId: 'free' }),
      'billing/payment-returned',
    );
    await pass(200 * dayMs);
    expectDone(await ask('changeSubscriptionPlan', { planId: 'enterprise' }));
  });
});

describe('a dispute of a year that a change to a month has cut short', () => {
  it('refuses every change until it is won', async () => {
    const { app, ask, dashboard, pass, yearId } = await begin(100);
    expectDone(await ask('changeSubscriptionPlan', toMonth));
    await settle(app);
    await dashboard.dispute('open', yearId);
    await settle(app);
    for (const planId of ['enterprise', 'free']) {
      expectRefusal(await ask('previewPlanChange', { planId }), 'billing/payment-returned');
      expectRefusal(await ask('changeSubscriptionPlan', { planId }), 'billing/payment-returned');
    }
    await pass(40 * dayMs);
    expectRefusal(
      await ask('changeSubscriptionPlan', { planId: 'free' }),
      'billing/payment-returned',
    );
    await dashboard.dispute('won', yearId);
    await settle(app);
    expectDone(await ask('changeSubscriptionPlan', { planId: 'free' }));
  });
});
